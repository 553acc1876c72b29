import { ruleOfStatus, statusOf } from './http-status.ts';
import type { Refusal, RefusalContext, RefusalMaterial } from './refusal.ts';
import { type RuleEntry, WORD_RULES } from './refusal-rules.ts';
import { resetOf } from './reset-time.ts';

/**
 * Says what a refused model call was refused for and until when.
 *
 * Words decide before the status does, because providers refuse for quota with 400, 403 and 429
 * alike, and for overload with 429 too. A structured reset wins over one in the text. A reset in the
 * past or in an unknown zone is none; a clock time that passed at most five minutes ago is a minute
 * ahead; one more than eight days ahead is held to eight days.
 */
export function classifyRefusal(material: RefusalMaterial, context: RefusalContext): Refusal {
  const text = material.text.slice(0, TEXT_LIMIT);
  const bounded = { ...material, text };
  const status = statusOf(bounded);
  const { class: refusalClass, rule } = ruleFor(bounded, status);
  return {
    class: refusalClass,
    rule,
    ...resetOf(bounded, context),
    text,
    ...(status === undefined ? {} : { status }),
  };
}

const TEXT_LIMIT = 4_096;
const OVERLOADED_STATUS = 529;
const UNKNOWN = { class: 'other', rule: 'unknown' } as const;

function ruleFor(
  material: RefusalMaterial,
  status: number | undefined,
): Pick<RuleEntry, 'class' | 'rule'> {
  const words = material.code === undefined ? material.text : `${material.text}\n${material.code}`;
  if (status === OVERLOADED_STATUS) {
    return ruleOfStatus(status) ?? UNKNOWN;
  }
  return (
    WORD_RULES.find((each) => each.words.test(words)) ??
    (status === undefined ? undefined : ruleOfStatus(status)) ??
    UNKNOWN
  );
}
