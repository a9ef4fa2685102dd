import { LogOut, X } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useLocation } from 'react-router'
import type { SessionUser } from '../api/session.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { useWords } from '../words.ts'
import { Branding } from './Branding.tsx'
import { MenuEntries } from './MenuEntries.tsx'
import type { Site } from './page.ts'
import { SearchButton } from './SwitcherButton.tsx'
import { shellEn } from './shell.en.ts'

export type SlideInPanelProps = {
  site: Site
  user: SessionUser
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onSearch: () => void
}

/** The entries of the sidebar, search, the account, and logout. */
export const SlideInPanel = ({ site, user, isOpen, onOpenChange, onSearch }: SlideInPanelProps) => {
  const words = useWords(shellEn)
  const close = () => onOpenChange(false)
  /** A dialog of the account menu is part of this panel, which is out of sight until the dialog closes. */
  const [isBehind, setBehind] = useState(false)
  useEffect(() => {
    if (isOpen) setBehind(false)
  }, [isOpen])
  const { pathname } = useLocation()
  const opened = useRef(pathname)
  // Entries of the account menu lead to pages too.
  useEffect(() => {
    if (opened.current !== pathname) onOpenChange(false)
    opened.current = pathname
  }, [pathname, onOpenChange])
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable
      className={`fixed inset-0 z-50 bg-overlay ${isBehind ? 'invisible' : ''}`}
    >
      <Modal className="h-full w-72 max-w-[85%] bg-surface text-ink shadow-lg transition-transform duration-200 ease-out data-[entering]:-translate-x-full data-[exiting]:-translate-x-full motion-reduce:transition-none">
        <Dialog aria-label={words.menuLabel} className="flex h-full flex-col gap-4 overflow-y-auto p-4 outline-none">
          <div className="flex items-start justify-between gap-2 pl-3">
            <div className="py-2">
              <Branding place="sidebar" />
            </div>
            <IconButton label={words.closeMenu} onPress={close}>
              <X />
            </IconButton>
          </div>
          <SearchButton
            onPress={() => {
              close()
              onSearch()
            }}
            prepare={() => void site.switcher.load()}
          />
          <MenuEntries site={site} role={user.role} onChosen={close} />
          <div className="mt-auto">
            <Suspense fallback={<span className="block h-13" />}>
              <site.accountMenu.Component user={user} onOpen={() => setBehind(true)} onDone={close} />
            </Suspense>
          </div>
          {/* The menu stays open, because it asks what to do with keys on this device. */}
          <button
            type="button"
            onClick={() => site.logout()}
            className="flex shrink-0 min-h-11 cursor-pointer items-center gap-3 rounded-lg border-line border-t px-3 font-medium text-muted hover:bg-hover hover:text-ink"
          >
            <LogOut aria-hidden="true" className="size-5 shrink-0" />
            {words.logout}
          </button>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
