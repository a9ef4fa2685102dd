/** Returns whether a time of day is within quiet hours, which may go over midnight. All are `HH:MM`; `to` itself is outside. */
export const isQuietAt = (quiet: { from: string; to: string } | null, time: string): boolean => {
  if (quiet === null) return false
  const { from, to } = quiet
  return from <= to ? from <= time && time < to : from <= time || time < to
}
