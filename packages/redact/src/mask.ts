/** The rule id of a line that could not be looked at in time or made a rule fail: it is masked whole. */
export const WITHHELD = 'withheld';

const WITHHELD_MASK = '[REDACTED: line withheld]';

/** What stands in place of what the rule of this id found. */
export type Mask = (ruleId: string) => string;

/** `[REDACTED]`, or with `label` the rule's id in it. */
export function maskOf(label: boolean): Mask {
  return (ruleId) => {
    if (ruleId === WITHHELD) {
      return WITHHELD_MASK;
    }
    return label ? `[REDACTED:${ruleId}]` : '[REDACTED]';
  };
}
