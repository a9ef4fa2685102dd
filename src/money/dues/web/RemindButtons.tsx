import { Ellipsis, MessageCircle, MessageSquare, MessagesSquare, ReceiptText, Wallet } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { buttonStyle } from '#web/ui/buttonStyle.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import type { Due, ReminderChannel } from '../dues.contract.ts'
import { duesEn } from '../dues.en.ts'
import { useRemind } from './dues.queries.ts'
import { nameOf, type ReminderParts, reminderLink } from './reminder.ts'

type Props = { due: Due; parts: ReminderParts }

/** Opens a message with its text filled in on the clerk's phone, and records that it was opened. */
export const RemindButtons = ({ due, parts }: Props) => {
  const words = useWords(duesEn)
  const navigate = useNavigate()
  const remind = useRemind(useSession()?.user.name ?? '')
  const { student } = due
  if (!student) return null
  const name = nameOf(due)
  const [whatsApp, sms] = [reminderLink('whatsapp', due, parts), reminderLink('sms', due, parts)]
  const note = (channel: ReminderChannel) =>
    remind.mutate(
      { params: { id: due._id }, body: { channel } },
      { onSuccess: () => toast.success(words.reminded(words.states[channel], name)) },
    )
  const told = { key: 'other', label: words.channels.other, icon: <MessagesSquare />, onAction: () => note('other') }
  const bySms = (link: string) => ({
    key: 'sms',
    label: words.channels.sms,
    icon: <MessageSquare />,
    onAction: () => {
      window.location.assign(link)
      note('sms')
    },
  })
  const entries = [
    ...(sms ? [bySms(sms), told] : []),
    { key: 'pay', label: words.pay, icon: <Wallet />, onAction: () => navigate(`/fees/counter?student=${due._id}`) },
    { key: 'slip', label: words.slip, icon: <ReceiptText />, onAction: () => navigate(`/dues-slips/${due._id}`) },
  ]
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 cards:gap-0">
      {whatsApp ? (
        <a
          href={whatsApp}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={words.of(words.channels.whatsapp, name)}
          onClick={() => note('whatsapp')}
          className={buttonStyle('secondary', 'cards:px-3')}
        >
          <span className="cards:hidden">{words.channels.whatsapp}</span>
          <MessageCircle aria-hidden="true" className="columns:hidden" />
        </a>
      ) : (
        <>
          <span className="text-muted text-sm cards:sr-only">{words.noPhone}</span>
          <Button aria-label={words.of(words.channels.other, name)} onPress={() => note('other')}>
            {words.channels.other}
          </Button>
        </>
      )}
      <Menu
        label={words.of(words.more, name)}
        entries={entries}
        trigger={
          <IconButton label={words.of(words.more, name)}>
            <Ellipsis />
          </IconButton>
        }
      />
    </div>
  )
}
