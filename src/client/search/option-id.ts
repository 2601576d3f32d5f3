/** Id of the option at a place of the list. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}
