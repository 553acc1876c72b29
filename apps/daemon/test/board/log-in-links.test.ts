import { expect, it } from 'vitest';
import { createLogInLinks } from '../../src/board/log-in-links.ts';

function linksAt(clock: { nowMs: number }): ReturnType<typeof createLogInLinks> {
  return createLogInLinks(() => clock.nowMs);
}

it('lets each token in once, whatever other tokens there are', () => {
  const links = linksAt({ nowMs: 0 });
  const [first, second] = [links.issue().token, links.issue().token];
  expect(links.redeem('another')).toBe(false);
  expect(links.redeem(second)).toBe(true);
  expect(links.redeem(second)).toBe(false);
  expect(links.redeem(first)).toBe(true);
});

it('draws tokens of 256 bits, each another one', () => {
  const links = linksAt({ nowMs: 0 });
  const tokens = Array.from({ length: 50 }, () => links.issue().token);
  expect(new Set(tokens).size).toBe(50);
  expect(tokens.map((token) => Buffer.from(token, 'base64url').length)).toEqual(Array(50).fill(32));
});

it('lets nobody in when the time is over', () => {
  const clock = { nowMs: 1000 };
  const links = linksAt(clock);
  const { token, leftMs } = links.issue();
  const late = links.issue().token;
  clock.nowMs += leftMs - 1;
  expect(links.redeem(token)).toBe(true);
  clock.nowMs += 1;
  expect(links.redeem(late)).toBe(false);
});

it('keeps sixteen tokens at most', () => {
  const links = linksAt({ nowMs: 0 });
  const [first, ...others] = Array.from({ length: 17 }, () => links.issue().token);
  expect(links.redeem(first ?? '')).toBe(false);
  expect(others.every(links.redeem)).toBe(true);
});
