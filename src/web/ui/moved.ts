/** Returns the ids after one of them has moved before or after another. */
export const moved = (ids: readonly string[], id: string, target: string, side: 'before' | 'after'): string[] => {
  if (id === target) return [...ids]
  const rest = ids.filter((each) => each !== id)
  return rest.toSpliced(rest.indexOf(target) + (side === 'after' ? 1 : 0), 0, id)
}
