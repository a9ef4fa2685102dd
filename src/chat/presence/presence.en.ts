import { formatsFor } from '#contract/format.ts'

const { instant, instantDay, time } = formatsFor('en-IN')

/** The words of presence. */
export const presenceEn = {
  online: 'Online',
  away: 'Away',
  seenToday: (at: string) => `Last seen today at ${time(at)}`,
  seen: (at: string) => `Last seen ${instant(at)}`,
  seenTodayShort: (at: string) => `Seen ${time(at)}`,
  seenShort: (at: string) => `Seen ${instantDay(at)}`,
  show: 'Show when I am online',
  showHint: 'People you chat with in private see whether you are online, and when you were last here.',
  switchedOff: 'Your administrator has switched this off for everyone.',
  failure: 'Failed to save your online setting',
}
