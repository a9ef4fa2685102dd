import { MessageCircle, Phone } from 'lucide-react'
import { callable } from '#contract/phone.ts'
import { webEn } from '../web.en.ts'
import { useWords } from '../words.ts'
import { buttonStyle } from './buttonStyle.ts'

/** Links that call the hall and open WhatsApp with it; nothing without a number, and no WhatsApp for a landline. */
export const CallLinks = ({ phone }: { phone: string }) => {
  const words = useWords(webEn).ui
  const number = callable(phone)
  if (!number) return null
  return (
    <>
      <a href={number.tel} className={buttonStyle('secondary')}>
        <Phone aria-hidden="true" />
        <span>
          {words.call} <span className="max-md:sr-only">{number.shown}</span>
        </span>
      </a>
      {number.whatsApp && (
        <a href={number.whatsApp} target="_blank" rel="noreferrer" className={buttonStyle('secondary')}>
          <MessageCircle aria-hidden="true" />
          {words.whatsApp}
        </a>
      )}
    </>
  )
}
