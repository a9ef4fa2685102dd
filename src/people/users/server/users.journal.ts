import type { Kind } from '#server/journal/kind.ts'

/** The periods of membership decide which months are charged. */
export const stayKind: Kind = {
  name: 'stay',
  table: 'stays',
  label: 'Period of membership',
  key: ['userId', 'fromDay'],
  columns: ['userId', 'fromDay', 'toDay'],
}
