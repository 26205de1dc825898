/** A member of what may be an object; undefined where there is none. */
export function member(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null ? (Reflect.get(of, name) as unknown) : undefined;
}
