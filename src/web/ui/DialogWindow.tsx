import { X } from 'lucide-react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { webEn } from '../web.en.ts'
import { useWords } from '../words.ts'
import type { DialogProps, DialogSize } from './dialogProps.ts'
import { IconButton } from './IconButton.tsx'

const sizes: Record<DialogSize, string> = { small: 'md:max-w-md', medium: 'md:max-w-xl', large: 'md:max-w-4xl' }

/** As much as there is room for below a header. */
const oneHeight = 'h-[min(34rem,calc(var(--visual-viewport-height)*0.92-4rem))]'

/** The window that `Dialog` shows once this code is loaded. */
export const DialogWindow = ({
  title,
  isOpen,
  onClose,
  isDismissable = true,
  keepsWhatIsTyped = false,
  size = 'medium',
  hasOneHeight = false,
  hidesPage = false,
  role = 'dialog',
  children,
}: DialogProps) => (
  <ModalOverlay
    isOpen={isOpen}
    onOpenChange={(open) => open || onClose()}
    isDismissable={isDismissable && !hidesPage}
    isKeyboardDismissDisabled={!isDismissable || hidesPage}
    data-hides-page={hidesPage || undefined}
    shouldCloseOnInteractOutside={() => !keepsWhatIsTyped}
    className={`entering:fade-in fixed inset-0 z-50 flex h-(--visual-viewport-height) items-end justify-center md:items-center md:p-6 ${hidesPage ? 'bg-background' : 'bg-overlay'}`}
  >
    <Modal
      data-sheet
      // The border is visible if the system chooses the colours.
      className={`rise flex max-h-[92%] w-full flex-col overflow-hidden rounded-t-xl border border-transparent bg-surface text-ink shadow-lg md:max-h-full md:rounded-xl ${sizes[size]}`}
    >
      <AriaDialog role={role} className="flex min-h-0 flex-col outline-none">
        <div className="flex items-start justify-between gap-4 px-6 pt-5 pb-1 max-md:px-4">
          <Heading slot="title" className="text-lg font-semibold wrap-anywhere">
            {title}
          </Heading>
          {!hidesPage && <CloseButton onClose={onClose} isDisabled={!isDismissable} />}
        </div>
        {/* A scrolling box clips overflow, such as the focus ring of a first field. */}
        <div
          className={`min-h-0 overflow-y-auto px-6 has-data-footer:scroll-pb-24 pt-1 pb-6 max-md:px-4 max-md:pb-4 ${hasOneHeight ? oneHeight : ''}`}
        >
          {children}
        </div>
      </AriaDialog>
    </Modal>
  </ModalOverlay>
)

const CloseButton = ({ onClose, isDisabled }: { onClose: () => void; isDisabled: boolean }) => (
  <IconButton label={useWords(webEn).ui.close} onPress={onClose} isDisabled={isDisabled} className="-mt-1.5 -mr-2">
    <X />
  </IconButton>
)
