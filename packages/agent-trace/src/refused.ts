import { classifyRefusal, type Refusal, type RefusalMaterial } from '@harness/turns';

/** Classifies a refusal by its record's own time, or by now where the record states none. */
export function refused(
  material: RefusalMaterial,
  atMs: number | undefined,
  zone: string,
): Refusal {
  return classifyRefusal(material, { atMs: atMs ?? Date.now(), zone });
}
