export { oneOf, wholeNumber, yesOrNo } from './schema/choice.ts';
export { commandList } from './schema/command.ts';
export { type DurationRange, duration } from './schema/duration.ts';
export { quickCheck } from './schema/quick-check.ts';
export { filePath, plainText, textList } from './schema/text.ts';
