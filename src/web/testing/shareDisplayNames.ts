/**
 * Makes each kind of `Intl.DisplayNames` once. React Aria makes one for every date field, and each takes a millisecond. They never
 * change, so one does for all.
 */
export const shareDisplayNames = (): void => {
  const made = new Map<string, Intl.DisplayNames>()
  const shared = new Proxy(Intl.DisplayNames, {
    construct: (names, given: ConstructorParameters<typeof Intl.DisplayNames>) => {
      const key = JSON.stringify(given)
      const known = made.get(key) ?? new names(...given)
      made.set(key, known)
      return known
    },
  })
  Object.defineProperty(Intl, 'DisplayNames', { value: shared })
}
