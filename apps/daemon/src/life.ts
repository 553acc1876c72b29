/** Whether the daemon's end has begun; it begins once. */
export interface Life {
  readonly ending: boolean;
  /** Begins the end. */
  end(): void;
  /** Settles when the end begins. */
  readonly whenEnding: Promise<void>;
}

export function createLife(): Life {
  const { promise: whenEnding, resolve } = Promise.withResolvers<void>();
  let ending = false;
  return {
    get ending() {
      return ending;
    },
    end() {
      ending = true;
      resolve();
    },
    whenEnding,
  };
}
