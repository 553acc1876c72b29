export { oneOf, wholeNumber, yesOrNo } from './schema/choice.ts';
export { commandList, programProblem } from './schema/command.ts';
export { type DurationRange, duration, durationProblem } from './schema/duration.ts';
export { filePath, plainText, textList } from './schema/text.ts';
