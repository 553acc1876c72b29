/** The rule id of a line that could not be looked at in time or made a rule fail: it is masked whole. */
export const WITHHELD = 'withheld';

const WITHHELD_MASK = '[REDACTED: line withheld]';

/** What stands in place of what the rule of this id found. */
export type Mask = (ruleId: string) => string;

/** `[REDACTED]`, with the rule's label in it where it has one, or with `label` its id. */
export function maskOf(label: boolean, labels: ReadonlyMap<string, string>): Mask {
  return (ruleId) => {
    if (ruleId === WITHHELD) {
      return WITHHELD_MASK;
    }
    const name = labels.get(ruleId) ?? (label ? ruleId : undefined);
    return name === undefined ? '[REDACTED]' : `[REDACTED:${name}]`;
  };
}
