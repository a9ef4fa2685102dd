import type { Role } from '#contract/actor.ts'

/** The states of a screen: the product itself shows each of them, over rewritten replies of the server. */
export const states = {
  filled: 'the hall of the demo',
  empty: 'a new hall',
  loading: 'no reply has arrived yet',
  error: 'each call is answered with an error',
  hindi: 'all names are Hindi',
  long: 'all names are as long as they may be',
} as const
export type State = keyof typeof states

export type Look = 'light' | 'dark' | 'contrast'

export type Viewer = Role | 'anyone'

/** What a screen shows only after something that a gallery must not do to the hall: the frame makes it up. */
export type Given =
  /** A fee was marked as paid; the server was not asked. */
  | 'marked'
  /** Two students are not charged. */
  | 'uncharged'
  /** A register with mistakes is chosen, and checked by the server, which stores nothing. */
  | 'register'

export type Screen = {
  path: string
  as: Viewer
  /** A call whose reply has the id for `:id`; if there is no such record, the screen is left out. */
  ids?: string
  states?: readonly State[]
  /** The first words of the buttons that open the dialog, pressed one after the other. They change no data. */
  opens?: readonly string[]
  given?: Given
  /** A text of the state, where it is no dialog that opens. */
  awaits?: RegExp
}

const all = Object.keys(states) as State[]
const still: readonly State[] = ['filled', 'hindi', 'long']
const students = '/user?role=student&limit=1'

/** Pages that need an id, a filter, a second viewer or a choice of states; pages.ts adds all others. */
export const chosenScreens: readonly Screen[] = [
  { path: '/landing', as: 'anyone', states: ['filled', 'empty', 'hindi', 'long'] },
  { path: '/login', as: 'anyone', states: ['filled'] },
  { path: '/setup', as: 'anyone', states: ['filled'] },
  { path: '/reset', as: 'anyone', states: ['filled'] },
  { path: '/share', as: 'anyone', states: ['filled'] },
  { path: '/share?failed', as: 'anyone', states: ['filled'] },
  { path: '/setup/steps?step=name', as: 'superadmin' },
  { path: '/setup/steps?step=look', as: 'superadmin', states: ['filled'] },
  { path: '/setup/steps?step=seats', as: 'superadmin', states: ['filled'] },
  { path: '/setup/steps?step=fee', as: 'superadmin', states: still },
  { path: '/dashboard', as: 'superadmin' },
  { path: '/dashboard', as: 'student' },
  { path: '/dashboard', as: 'student', states: ['filled'], opens: ['Pay by UPI'] },
  { path: '/documents', as: 'student' },
  { path: '/documents?view=kept', as: 'student', states: ['filled'] },
  { path: '/documents', as: 'admin' },
  { path: '/upload', as: 'admin', states: ['filled', 'error'] },
  { path: '/users', as: 'superadmin' },
  { path: '/users?view=seats', as: 'manager' },
  { path: '/users?person=:id', as: 'superadmin', ids: students, states: ['filled', 'error', 'hindi', 'long'] },
  { path: '/users?person=:id', as: 'superadmin', ids: students, states: still, opens: ['Take payment'] },
  { path: '/users?person=:id', as: 'superadmin', ids: students, states: still, opens: ['Renew'] },
  { path: '/users?person=:id', as: 'superadmin', ids: students, states: still, opens: ['Student leaves'] },
  { path: '/users?person=:id', as: 'superadmin', ids: students, states: still, opens: ['Edit'] },
  { path: '/users/import', as: 'admin', states: ['filled'] },
  { path: '/users/import', as: 'admin', states: ['filled'], given: 'register', awaits: /^2 × / },
  { path: '/dashboard', as: 'superadmin', states: still, given: 'uncharged', opens: ['Show students'] },
  { path: '/dashboard', as: 'admin', states: ['filled'], given: 'uncharged', opens: ['Show students'] },
  { path: '/fees', as: 'manager', states: still, given: 'marked', opens: ['Mark Paid'], awaits: /^Receipt 2026-27\/000123$/ },
  { path: '/fees/month-end', as: 'admin' },
  { path: '/fees/month-end', as: 'admin', states: ['filled'], opens: ['Close the day'] },
  { path: '/receipts/:id', as: 'manager', ids: '/user/fees/receipts?limit=10', states: still },
  { path: '/statements/:id', as: 'manager', ids: students, states: still },
  { path: '/dues-slips', as: 'manager', states: still },
  { path: '/dues-slips/:id', as: 'manager', ids: students, states: still },
  { path: '/accessibility', as: 'student', states: ['filled'] },
]

/** The name of a frame, from which `frame.ts` makes the screen. */
export const frameName = ({ as, opens = [], given }: Screen, state: State, look: Look): string =>
  [as, state, look, given ?? '', ...opens].join('.')

/** The heading of a screen in the gallery and in the test. */
export const titleOf = ({ path, as, opens = [], given }: Screen): string =>
  [path, ...(given ? [`given: ${given}`] : []), ...opens, `as ${as}`].join(', ')

export const statesOf = (screen: Screen): readonly State[] => screen.states ?? all
