import type { ComponentType } from 'react'
import type { Access, Role } from '#contract/actor.ts'
import type { SessionUser } from '../api/session.ts'
import type { Screen } from './screen.ts'
import type { shellEn } from './shell.en.ts'
import type { LoadSocket } from './useLiveChanges.ts'

/** One page: where it is, who may open it, what it shows. */
export type Page = {
  path: `/${string}`
  /** `anyone` stands outside the gate and without the layout. */
  access: Access
  screen: Screen
  /** How the menu shows it, where it has an entry. */
  entry?: {
    word: keyof typeof shellEn.menu
    Icon: ComponentType<{ className?: string }>
    /** Shown after the word, such as an unread count. */
    count?: Screen
  }
  /** It fills the window and scrolls within itself: `window` without the bar on top, which a phone has no room for. */
  fills?: (address: URLSearchParams) => 'page' | 'window'
  /** Asks ahead for what the page shows first, on hover or focus of its menu entry. */
  prefetch?: () => void
}

export type Banner = {
  name: string
  whom: Access
  screen: Screen
  /** Pages that fill the window show it in their own way. */
  isLeftToFullPages?: true
}

/** Everything the shell is told about the features: it knows none of them itself. */
export type Site = {
  pages: readonly Page[]
  /** The paths of each role's menu, in order. */
  menus: Record<Role, readonly Page['path'][]>
  redirects: Readonly<Record<string, string>>
  /** Asks the server who the stored session belongs to. */
  check: () => Promise<SessionUser>
  loadSocket: LoadSocket
  /** Ends the session here and on the server. */
  logout: () => void
  /** Own password, sessions, sign-out. */
  accountMenu: Screen<AccountMenuProps>
  /** What stands above every page behind the gate, for those whom it concerns. */
  banners: readonly Banner[]
  /** Goes to pages, documents and people by a few letters. */
  switcher: Screen<SwitcherProps>
}

/** `pages` are those of the person's menu. */
export type SwitcherProps = { pages: readonly Page[]; user: SessionUser; onClose: () => void }

/** `bar` has room for a picture only. */
export type AccountMenuProps = { user: SessionUser; place: 'sidebar' | 'bar' }
