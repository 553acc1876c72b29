import type { ServiceOptions } from './service-keeper.ts';

/** The name of the service. */
export const LABEL = 'harness.daemon';

type Value = string | number | boolean | readonly Value[] | { readonly [key: string]: Value };

/**
 * The text of a property list for launchd: started at once and at each login or boot, anew when the daemon dies.
 *
 * @throws {RangeError} A control character in a word or a variable, which XML cannot hold.
 *
 * Source: launchd.plist(5); https://www.apple.com/DTDs/PropertyList-1.0.dtd
 */
export function propertyList({ scope, command, environment }: ServiceOptions): string {
  const service = {
    Label: LABEL,
    ProgramArguments: command,
    EnvironmentVariables: environment,
    ...(scope.kind === 'system' ? { UserName: scope.runAs } : {}),
    RunAtLoad: true,
    KeepAlive: { SuccessfulExit: false },
    ThrottleInterval: 2,
    // The daemon ends its harnesses itself; what is left after half a minute is killed.
    ExitTimeOut: 30,
    Umask: 0o077,
    // Else the system slows down what it takes for background work: agents, and their alerts.
    ProcessType: 'Interactive',
  };
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
${element(service, '')}
</plist>
`;
}

function element(value: Value, indent: string): string {
  const inner = `${indent}  `;
  switch (typeof value) {
    case 'string':
      return `${indent}<string>${xmlText(value)}</string>`;
    case 'number':
      return `${indent}<integer>${value}</integer>`;
    case 'boolean':
      return `${indent}<${value}/>`;
    default:
      return Array.isArray(value)
        ? container(
            'array',
            value.map((item: Value) => element(item, inner)),
            indent,
          )
        : container(
            'dict',
            Object.entries(value).flatMap(([key, item]) => [
              `${inner}<key>${xmlText(key)}</key>`,
              element(item, inner),
            ]),
            indent,
          );
  }
}

function container(name: string, lines: readonly string[], indent: string): string {
  return [`${indent}<${name}>`, ...lines, `${indent}</${name}>`].join('\n');
}

function xmlText(text: string): string {
  if ([...text].some((character) => character < ' ' && character !== '\t')) {
    throw new RangeError(
      `${JSON.stringify(text)} cannot stand in a property list: it has a control character`,
    );
  }
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
