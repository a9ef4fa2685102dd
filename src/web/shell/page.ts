import type { ComponentType } from 'react'
import type { Access, Role } from '#contract/actor.ts'
import type { LoadEvents } from '../api/declaredEvents.ts'
import type { SessionUser } from '../api/session.ts'
import type { Screen } from './screen.ts'
import type { LoadSocket } from './useLiveChanges.ts'

/** One page: its path, its access, and its content. */
export type Page = {
  path: `/${string}`
  /** `anyone` is outside the gate and without the layout. */
  access: Access
  screen: Screen
  /** Its menu entry, if it has one. */
  entry?: {
    /** `x.menu.en.ts` of its feature, with the name that the specification gives the entry. */
    words: { menu: string /** For a phone's bottom bar. */; short?: string }
    Icon: ComponentType<{ className?: string }>
    /** Shown after the label, such as an unread count. */
    count?: Screen
    /** A gap separates it from the entries below. */
    endsGroup?: true
  }
  /** It fills the window and scrolls internally: `window` without the bottom bar, for which a phone has no room. */
  fills?: (address: URLSearchParams) => 'page' | 'window'
  /** Prefetches the first data of the page, on hover or focus of its menu entry, and with its code if it is the first page. */
  prefetch?: () => Promise<void>
}

export type Banner = {
  name: string
  whom: Access
  screen: Screen
  /** Pages that fill the window show it in their own way. */
  isLeftToFullPages?: true
  /** Whether room is reserved for it until it is loaded: BannerRoom.tsx. */
  keepsRoom?: (pathname: string) => boolean
  /** Fetches what it shows on the first page, so that this page is not drawn invisible: BannerRoom.tsx. */
  prefetch?: () => Promise<void>
}

/** Everything the shell needs from the features: it imports none of them. */
export type Site = {
  pages: readonly Page[]
  /** The paths of each role's menu, in order. */
  menus: Record<Role, readonly Page['path'][]>
  /** The paths in a phone's bottom bar, at most four for each role. */
  bars: Record<Role, readonly Page['path'][]>
  redirects: Readonly<Record<string, string>>
  /** Asks the server for the person of the stored session. */
  check: () => Promise<SessionUser>
  loadSocket: LoadSocket
  loadEvents: LoadEvents
  /** Ends the session here and on the server. */
  logout: () => void
  /** Own password, sessions, sign-out. */
  accountMenu: Screen<AccountMenuProps>
  /** Over the screens of a session that the server has ended, until the same person signs in again. */
  signInAgain: Screen<{ user: SessionUser }>
  /** Shown above every page behind the gate, for the people they concern. */
  banners: readonly Banner[]
  /** The notices as a button, for headers that cover the banners. */
  headerNotices?: Screen
  /** Goes to pages, documents and people by a few letters. */
  switcher: Screen<SwitcherProps>
  /** Beside a page whose address names a person: the panel of that person, for those who may see others. */
  personPanel: { whom: Access; screen: Screen }
}

/** `pages` are those of the person's menu. */
export type SwitcherProps = { pages: readonly Page[]; user: SessionUser; onClose: () => void }

/** `onDone`: a dialog of the menu was closed. */
export type AccountMenuProps = {
  user: SessionUser
  /** Told when a dialog of the menu opens, and when it has closed. */
  onOpen?: () => void
  onDone?: () => void
}
