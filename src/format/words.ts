/** The words of a name in camel case (PoSt is one): where it may go on in the next line. */
export function wordsOf(name: string): string[] {
  return name.split(/(?<=[a-z])(?<!Po)(?=[A-Z])/);
}
