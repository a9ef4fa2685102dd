/*
 * A second program for the fee of a month in which a student changes the shift. It shares no code with the first one: it writes down
 * for each day which fee holds, and counts days.
 */

export type Rule = 'full' | 'days' | 'half'

/** The fees of one month in rupees, one for each day; 0 before the student joined. */
export type Days = number[]

const sharedBy = (rupees: number, days: number, of: number, rule: Rule): number => {
  const whole = Math.round(rupees * 100)
  if (rule === 'full' || days === of) return whole
  if (rule === 'half') return days > of / 2 ? whole : Math.max(100, Math.round(whole / 200) * 100)
  return Math.max(100, Math.round((whole * days) / of / 100) * 100)
}

/** Returns the fee of a month in paise: rupee by rupee of the levels between the fees, for the days that reach each. */
export const feeOf = (days: Days, rule: Rule): number => {
  const member = days.filter((fee) => fee > 0)
  const levels = [...new Set(member)].sort((one, other) => one - other)
  return levels.reduce((sum, level, at) => {
    const reaching = member.filter((fee) => fee >= level).length
    return sum + sharedBy(Math.round((level - (levels[at - 1] ?? 0)) * 100) / 100, reaching, days.length, rule)
  }, 0)
}
