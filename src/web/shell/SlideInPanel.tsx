import { LogOut, X } from 'lucide-react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import type { SessionUser } from '../api/session.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { useWords } from '../words.ts'
import { Branding } from './Branding.tsx'
import { MenuEntries } from './MenuEntries.tsx'
import type { Site } from './page.ts'
import { shellEn } from './shell.en.ts'

export type SlideInPanelProps = { site: Site; user: SessionUser; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** The entries of the sidebar, and logout. */
export const SlideInPanel = ({ site, user, isOpen, onOpenChange }: SlideInPanelProps) => {
  const words = useWords(shellEn)
  const close = () => onOpenChange(false)
  return (
    <ModalOverlay isOpen={isOpen} onOpenChange={onOpenChange} isDismissable className="fixed inset-0 z-50 bg-overlay">
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
          <MenuEntries site={site} role={user.role} onChosen={close} />
          <button
            type="button"
            onClick={() => {
              close()
              site.logout()
            }}
            className="mt-auto flex min-h-11 cursor-pointer items-center gap-3 rounded-lg border-line border-t px-3 font-medium text-muted hover:bg-hover hover:text-ink"
          >
            <LogOut aria-hidden="true" className="size-5 shrink-0" />
            {words.logout}
          </button>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
