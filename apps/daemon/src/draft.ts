/** The same as its owner sees it, who may change what others only read. */
export type Draft<T> = { -readonly [Key in keyof T]: T[Key] };
