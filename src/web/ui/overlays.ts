import { lazyScreen } from '../shell/screen.ts'
import type { DialogProps } from './Dialog.tsx'
import type { OpenedMenuProps } from './OpenedMenu.tsx'

/** What floats over a page. It takes more code than all else that a page is drawn with, so it comes after the page. */
export const dialogWindow = lazyScreen<DialogProps>(async () => (await import('./DialogWindow.tsx')).DialogWindow)
export const openedMenu = lazyScreen<OpenedMenuProps>(async () => (await import('./OpenedMenu.tsx')).OpenedMenu)

export const loadOverlays = async (): Promise<void> => {
  await Promise.all([dialogWindow.load(), openedMenu.load()])
}
