import { Copy, MessageCircle, Printer, TextSelect } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { isStudent } from '#contract/actor.ts'
import { dialable, messageLink } from '#contract/phone.ts'
import { useBranding } from '#web/shell/Branding.tsx'
import { Embed } from '#web/shell/Embed.tsx'
import { NoAddressNotice } from '#web/shell/NoAddressNotice.tsx'
import { usePublicAddress } from '#web/shell/usePublicAddress.ts'
import { Button } from '#web/ui/Button.tsx'
import { buttonStyle } from '#web/ui/buttonStyle.ts'
import { copyText } from '#web/ui/copyText.ts'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useWords } from '#web/words.ts'
import { signInName } from '../signInName.policy.ts'
import { userFormsEn } from '../users.forms.en.ts'
import { PasswordSlip } from './PasswordSlip.tsx'
import { PaymentSkeleton } from './PaymentSkeleton.tsx'
import { useKeptPassword } from './useKeptPassword.ts'
import { useUserSlots } from './userSlots.ts'
import { useSharedPhone } from './useSharedPhone.ts'
import { useSlip } from './useSlip.ts'
import type { NewAccess } from './useUserForm.ts'

type Props = NewAccess & { onClose: () => void }

/** Hands an account over, and takes the first payment. The password exists only in the memory of this window. */
export const AccountReadyDialog = ({ user, password, isNew = false, proposesMonth = false, onClose }: Props) => {
  const words = useWords(userFormsEn).ready
  const { payment } = useUserSlots()
  const { name, email, phone, seatNumber, seatLabel } = user
  const shared = useSharedPhone(phone ?? '', user._id)
  const address = usePublicAddress()
  const text = useRef<HTMLDListElement>(null)
  const doneButton = useRef<HTMLButtonElement>(null)
  const paymentTitle = useId()
  const slip = useSlip()
  const { askFirst, onCopied } = useKeptPassword(slip.isPrinted, onClose)
  const takesPayment = payment !== undefined && isNew && isStudent(user)
  useEffect(() => {
    if (slip.isPrinted) doneButton.current?.focus()
  }, [slip.isPrinted])
  const lines: [string, string][] = [
    [words.name, name],
    ...(address === undefined ? [] : [[words.address, address] satisfies [string, string]]),
    [words.email, signInName(user)],
    [words.password, password],
  ]
  return (
    <Dialog title={words.title} isOpen onClose={askFirst} keepsWhatIsTyped>
      <div className="flex flex-col gap-4 pt-2">
        <Notice tone="warning">{words.once}</Notice>
        {email === null && shared && <Notice tone="warning">{shared}</Notice>}
        <NoAddressNotice />
        <dl ref={text} className="flex select-text flex-col gap-2 rounded-lg border border-line p-4">
          {lines.map(([label, value]) => (
            <div key={label} className="flex flex-wrap items-baseline gap-x-3">
              <dt className="min-w-24 shrink-0 text-muted text-sm">{label}</dt>
              <dd className="min-w-0 flex-1 basis-[9rem] font-medium wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="flex flex-wrap gap-2 max-md:flex-col">
          <CopyButton text={lines.map(([label, value]) => `${label}: ${value}`).join('\n')} shown={text} onCopied={onCopied} />
          <Button icon={<Printer />} onPress={slip.print} autoFocus>
            {words.print}
          </Button>
          <WhatsAppLink user={user} />
        </div>
      </div>
      {takesPayment ? (
        <section aria-labelledby={paymentTitle} className="mt-6 flex flex-col gap-4 border-line border-t pt-5">
          <div>
            <h3 id={paymentTitle} className="font-semibold">
              {words.payment}
            </h3>
            {!slip.hasReceipt && <p className="text-muted text-sm">{words.paymentHint}</p>}
          </div>
          <Embed
            screen={payment}
            userId={user._id}
            proposesMonth={proposesMonth}
            takesFocus={slip.isPrinted}
            onPaid={slip.onReceipt}
            onClose={onClose}
            close={words.done}
            instead={
              <>
                <PaymentSkeleton />
                <Done onClose={onClose} />
              </>
            }
          />
        </section>
      ) : (
        <Done ref={doneButton} onClose={onClose} isPrimary />
      )}
      {slip.isOut &&
        createPortal(
          <div aria-hidden="true" className="alone-on-paper on-paper hidden max-w-md print:block">
            <PasswordSlip slip={{ name, seatNumber, seatLabel, email, phone, password }} />
          </div>,
          document.body,
        )}
    </Dialog>
  )
}

type DoneProps = { onClose: () => void; isPrimary?: boolean; ref?: RefObject<HTMLButtonElement | null> }

const Done = ({ onClose, isPrimary = false, ref }: DoneProps) => (
  <DialogActions>
    <Button variant={isPrimary ? 'primary' : 'secondary'} onPress={onClose} {...(ref && { ref })}>
      {useWords(userFormsEn).ready.done}
    </Button>
  </DialogActions>
)

/** Without HTTPS there is no clipboard: the text is selected instead, to be copied manually. */
const CopyButton = ({ text, shown, onCopied }: { text: string; shown: RefObject<HTMLElement | null>; onCopied: () => void }) => {
  const words = useWords(userFormsEn).ready
  const copy = () => {
    copyText(text, words)
    onCopied()
  }
  const select = () => {
    if (shown.current) window.getSelection()?.selectAllChildren(shown.current)
    onCopied()
  }
  return navigator.clipboard ? (
    <Button icon={<Copy />} onPress={copy}>
      {words.copy}
    </Button>
  ) : (
    <Button icon={<TextSelect />} onPress={select}>
      {words.select}
    </Button>
  )
}

/** WhatsApp stores messages, so the password is told in person or printed. */
const WhatsAppLink = ({ user }: Pick<Props, 'user'>) => {
  const words = useWords(userFormsEn).ready
  const { systemName } = useBranding()
  const address = usePublicAddress()
  const number = dialable(user.phone)
  if (!number) return null
  return (
    <>
      <a
        href={messageLink('whatsapp', number, words.message(systemName, address, signInName(user)))}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonStyle('secondary')}
      >
        <MessageCircle aria-hidden="true" />
        {words.whatsapp}
      </a>
      <p className="basis-full text-muted text-sm">{words.whatsappHint}</p>
    </>
  )
}
