/** A file of the page, as it is served. */
export interface PageFile {
  /** Where it is served: `/` for the page itself; the name of every other one has its content in it. */
  readonly path: string;
  /** The `Content-Type`. */
  readonly type: string;
  /** Its content, compressed with gzip, as base64. */
  readonly gzip: string;
}

/** Every file of the page, the page itself first. */
export declare const PAGE: readonly PageFile[];
