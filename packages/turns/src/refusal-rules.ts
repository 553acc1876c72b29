import type { RefusalClass, RefusalRule } from './refusal.ts';

/** One way in which providers say no. */
export interface RuleEntry {
  readonly class: RefusalClass;
  readonly rule: RefusalRule;
  readonly words: RegExp;
}

/**
 * What the words of a refusal mean; the first entry that matches decides.
 *
 * The order carries the policy: an overloaded provider and a too long prompt borrow the words of a
 * quota, and a quota borrows the words and the status of everything below it.
 */
export const WORD_RULES: readonly RuleEntry[] = [
  entry('other', 'overloaded', [
    /\boverloaded\b|not your usage limit|\bat capacity\b|\bno capacity\b/,
    /model_capacity_exhausted|server_overloaded/,
  ]),
  entry('context', 'request_too_large', [/\brequest too large\b/]),
  entry('context', 'prompt_too_long', [
    /\b(?:prompt|input|session) (?:is |got )?too (?:long|large)\b/,
    /\bcontext[ _](?:length|window|size|limit|overflow)|contextoverflow|exceed_context/,
    /\binput token count\b[^.]{0,40}\bexceeds\b|\btokens when context the overflows\b/,
  ]),
  entry('quota', 'rate_limit', [
    /resource_?\s?(?:has been )?exhausted|\bquotametric\b|\bai\.google\.dev\b/,
    /\bexhausted your capacity\b/,
  ]),
  entry('quota', 'credits', [
    /\bout of (?:usage )?credits\b|\bcredit balance\b|\bmore credits\b(?! or try again)/,
    /\bavailable credits\b|settings\/credits\b|\bpayment required\b|\bbilling_error\b/,
    /\binsufficient (?:balance|credits?|funds|quota)\b|\bspend(?:ing)? (?:cap|limit)\b/,
    /\busage limit is set to \$0|\bpremium request allowance\b|\b402\b.{0,8}\bquota exceeded\b/,
    /\bplan and billing details\b|\bexceeded_current_quota|"type": ?"insufficient_quota","code": ?"insufficient_quota"/,
  ]),
  entry('quota', 'usage_window', [
    /\b(?:usage|session|weekly|monthly|daily|hour(?:ly)?)[ _-](?:rate[ _-])?limit\b/,
    /\busage_limit_(?:reached|exceeded)\b|freeusagelimit|\bhit your limit\b|\bfree quota used\b/,
    /\bout of extra usage\b|\bhit a rate limit that restricts\b|"?status"?: ?"rejected"/,
    /\blimit will reset\b|\bresets (?:at )?\d{1,2}(?::\d\d)? ?[ap]m\b|使用上限/,
  ]),
  entry('quota', 'credits', [/\binsufficient_quota\b/]),
  entry('quota', 'plan', [/\bwith your chatgpt plan, upgrade\b|\busage_not_included\b/]),
  entry('quota', 'rate_limit', [
    /\brate[ _-]?limit|ratelimit|\btoo many (?:requests|tokens)\b|\bthrottl(?:ed|ing)/,
    /\btokens per (?:minute|min|day)\b|\bhigh concurrency\b|\bmax (?:rpm|tpm|rpd|tpd)\b|\bcapacity exceeded\b/,
    /(?<!disk )\bquota (?:exceeded|exhausted|reached)\b|\bexceeded (?:your )?(?:current )?quota\b/,
  ]),
  entry('auth', 'token', [
    /\b(?:oauth|access|refresh|security)(?: access)? token\b|\bexpiredtoken/,
  ]),
  entry('auth', 'login', [
    /\bplease run \/login\b|\b(?:not|be) logged in\b|\blog ?in again\b|\bsign(?:ing)? in again\b/,
    /\bre-?authenticate\b/,
  ]),
  entry('auth', 'key', [
    /\bapi[ _-]key\b|\bx-api-key\b|_api_key\b|\bunauthorized\b|\bauthentication_(?:error|failed)\b/,
    /\bcookie auth\b|\bproviderautherror\b|\bpermission_error\b/,
  ]),
  entry('other', 'content_policy', [
    /\busage policy\b|\bcontent (?:filter|management policy)|\bcontent_(?:filter|policy)/,
  ]),
  entry('other', 'local_store', [
    /\bunable to open database\b|\blocking protocol\b|\bdatabase is locked\b|\bconnect to database\b/,
  ]),
  entry('other', 'poisoned_session', [/\bmessages\.\d+\.content\b/]),
  entry('timeout', 'gateway', [/\bgateway time-?out\b/]),
  entry('timeout', 'stream_idle', [/\bidle timeout\b/]),
  entry('timeout', 'connect', [/\betimedout\b|\bconnect(?:ion)? ?time-?out|_connect_timeout\b/]),
  entry('timeout', 'request', [/\btimed out\b|\btimeout\b|\bdeadline exceeded\b/]),
  entry('other', 'compaction', [/\berror during compaction\b/]),
  entry('other', 'server', [
    /\binternal server error\b|\bapi_error\b|\bwhile processing your request\b/,
  ]),
  entry('transport', 'tls', [/\baltnames\b|\bcertificate\b|\b(?:ssl|tls)\b/]),
  entry('transport', 'reset', [/\beconnreset\b|\bsocket hang up\b|\bconnection reset\b/]),
  entry('transport', 'connect', [
    /\b(?:cannot|unable to|failed to) connect\b|\beconnrefused\b|\benotfound\b|\beai_again\b/,
    /\bconnection error\b|\bfetch failed\b|\berror sending request\b|\bhttp_connection_failed\b/,
    /\bnetwork (?:error|is unreachable)\b/,
  ]),
  entry('transport', 'stream', [
    /\bstream (?:transport|error|disconnected)\b|\bunexpected eof\b|stream_disconnected\b/,
  ]),
  entry('other', 'bad_request', [
    /\binvalid_request(?:_error)?\b|\bbad request\b|\bexceeds the model limit\b/,
  ]),
  entry('other', 'server', [/\bserver_error\b/]),
];

function entry(refusalClass: RefusalClass, rule: RefusalRule, words: readonly RegExp[]): RuleEntry {
  const source = words.map((each) => each.source).join('|');
  return { class: refusalClass, rule, words: new RegExp(source, 'i') };
}
