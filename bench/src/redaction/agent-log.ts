const TOOLS = ['Read', 'Edit', 'Bash', 'Grep', 'WebFetch', 'Task'] as const;

/** Lines as agents print them, the same ones each time: tool calls, JSON, prose, paths, now and then a secret. */
export function agentLog(sizeBytes: number): Buffer {
  const lines: string[] = [];
  for (let index = 0, size = 0; size < sizeBytes; index += 1) {
    const line = lineOf(index);
    lines.push(line);
    size += Buffer.byteLength(line) + 1;
  }
  return Buffer.from(`${lines.join('\n')}\n`).subarray(0, sizeBytes);
}

function lineOf(index: number): string {
  const tool = TOOLS[index % TOOLS.length];
  const time = `2026-11-30T04:${two(index % 60)}:${two((index * 7) % 60)}.${index % 1000}Z`;
  switch (index % 8) {
    case 0:
      return `{"type":"assistant","tool":"${tool}","id":"toolu_${mixed(24, index)}","input":{"path":"src/app/${index % 97}/index.ts"},"tokens":${index % 9000}}`;
    case 1:
      return `${time} INFO  ${tool} finished after ${index % 900} ms: ${index % 50} files changed`;
    case 2:
      return '';
    case 3:
      return `I'll look at how the parser keeps its place first, and then change the test that fails — step ${index}.`;
    case 4:
      return `  at parse (/home/dev/project/node_modules/thing/dist/${mixed(8, index)}.js:${index % 400}:17)`;
    case 5:
      return `diff --git a/src/${index % 31}.ts b/src/${index % 31}.ts index ${hex(index)}..${hex(index + 1)} 100644`;
    case 6:
      return `+  const total = items.reduce((sum, item) => sum + item.price * ${index % 17}, 0);`;
    default:
      return index % 800 === 7
        ? `export SERVICE_TOKEN=${mixed(40, index)}`
        : `✓ ${tool} ${index}: keeps ${index % 23} of ${index % 29} cases, session ${hex(index * 3)}`;
  }
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

function hex(seed: number): string {
  return ((seed * 2_654_435_761) % 4_294_967_296).toString(16).padStart(8, '0');
}

function mixed(length: number, seed: number): string {
  let out = '';
  for (let part = seed + 1; out.length < length; part += 7) {
    out += ((part * 2_654_435_761) % 4_294_967_296).toString(36);
  }
  return out.slice(0, length);
}
