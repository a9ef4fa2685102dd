import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { webEn } from '../web.en.ts'
import { useWords } from '../words.ts'
import { IconButton } from './IconButton.tsx'

export type DialogSize = 'small' | 'medium' | 'large'

type DialogProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  /** False while something runs that must not be lost by a slip. */
  isDismissable?: boolean
  /** A press beside it does not close it, because that would lose what was typed. */
  keepsWhatIsTyped?: boolean
  size?: DialogSize
  role?: 'dialog' | 'alertdialog'
  children: ReactNode
}

const sizes: Record<DialogSize, string> = { small: 'md:max-w-md', medium: 'md:max-w-xl', large: 'md:max-w-4xl' }

/** A window over the page; at 768 px and below a sheet that rises from the bottom. Focus returns to where it was. */
export const Dialog = ({
  title,
  isOpen,
  onClose,
  isDismissable = true,
  keepsWhatIsTyped = false,
  size = 'medium',
  role = 'dialog',
  children,
}: DialogProps) => (
  <ModalOverlay
    isOpen={isOpen}
    onOpenChange={(open) => open || onClose()}
    isDismissable={isDismissable}
    isKeyboardDismissDisabled={!isDismissable}
    shouldCloseOnInteractOutside={() => !keepsWhatIsTyped}
    className="entering:fade-in fixed inset-0 z-50 flex h-(--visual-viewport-height) items-end justify-center bg-overlay md:items-center md:p-6"
  >
    <Modal
      className={`rise flex max-h-[92%] w-full flex-col overflow-hidden rounded-t-lg bg-surface text-ink shadow-lg md:max-h-full md:rounded-lg ${sizes[size]}`}
    >
      <AriaDialog role={role} className="flex min-h-0 flex-col outline-none">
        <div className="flex items-start justify-between gap-4 px-6 pt-5 pb-1 max-md:px-4">
          <Heading slot="title" className="text-lg font-semibold wrap-anywhere">
            {title}
          </Heading>
          <CloseButton onClose={onClose} isDisabled={!isDismissable} />
        </div>
        {/* What scrolls cuts off what stands out, such as the focus ring of a first field. */}
        <div className="min-h-0 overflow-y-auto px-6 pt-1 pb-6 max-md:px-4 max-md:pb-4">{children}</div>
      </AriaDialog>
    </Modal>
  </ModalOverlay>
)

const CloseButton = ({ onClose, isDisabled }: { onClose: () => void; isDisabled: boolean }) => (
  <IconButton label={useWords(webEn).ui.close} onPress={onClose} isDisabled={isDisabled} className="-mt-1.5 -mr-2">
    <X />
  </IconButton>
)

/** The row of buttons at a dialog's end: the one that goes on stands last, and on top on a phone. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="mt-6 flex flex-wrap justify-end gap-2 max-md:flex-col-reverse">{children}</div>
)
