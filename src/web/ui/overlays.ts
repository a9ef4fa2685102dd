import { lazyScreen } from '../shell/screen.ts'
import type { DialogProps } from './dialogProps.ts'
import type { OpenedMenuProps } from './OpenedMenu.tsx'

/** Windows and menus over a page. Their code is larger than everything else that a page needs, so it is loaded after the page. */
export const dialogWindow = lazyScreen<DialogProps>(async () => (await import('./DialogWindow.tsx')).DialogWindow)
export const openedMenu = lazyScreen<OpenedMenuProps>(async () => (await import('./OpenedMenu.tsx')).OpenedMenu)

export const loadOverlays = async (): Promise<void> => {
  await Promise.all([dialogWindow.load(), openedMenu.load()])
}
