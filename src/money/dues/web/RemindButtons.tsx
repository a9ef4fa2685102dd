import { Ellipsis, MessageSquare, MessagesSquare, ReceiptText, Wallet } from 'lucide-react'
import { useNavigate } from 'react-router'
import { dialable, messageLink } from '#contract/phone.ts'
import { useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { buttonStyle } from '#web/ui/buttonStyle.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { toast } from '#web/ui/toast.ts'
import { formatDay, formatRupees, useWords } from '#web/words.ts'
import type { Due, ReminderChannel } from '../dues.contract.ts'
import { duesEn } from '../dues.en.ts'
import { reminderText } from '../dues.policy.ts'
import { useRemind } from './dues.queries.ts'

/** What every reminder of the list is made of. */
export type ReminderParts = { template: string; hall: string; upiId: string }

type Props = { due: Due; parts: ReminderParts }

/** Opens a message with its text ready on the clerk's phone, and notes that it was sent. */
export const RemindButtons = ({ due, parts }: Props) => {
  const words = useWords(duesEn)
  const navigate = useNavigate()
  const remind = useRemind(useSession()?.user.name ?? '')
  const { student } = due
  if (!student) return null
  const name = student.name || student.email
  const number = dialable(student.phone)
  const text = reminderText(parts.template, { ...parts, name, amount: formatRupees(due.owed), since: formatDay(due.since) })
  const note = (channel: ReminderChannel) =>
    remind.mutate({ params: { id: due._id }, body: { channel } }, { onSuccess: () => toast.success(words.reminded(name)) })
  const told = { key: 'other', label: words.channels.other, icon: <MessagesSquare />, onAction: () => note('other') }
  const bySms = (to: string) => ({
    key: 'sms',
    label: words.channels.sms,
    icon: <MessageSquare />,
    onAction: () => {
      window.location.assign(messageLink('sms', to, text))
      note('sms')
    },
  })
  const entries = [
    ...(number ? [bySms(number), told] : []),
    { key: 'pay', label: words.pay, icon: <Wallet />, onAction: () => navigate(`/fees/counter?student=${due._id}`) },
    { key: 'slip', label: words.slip, icon: <ReceiptText />, onAction: () => navigate(`/dues-slips/${due._id}`) },
  ]
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 cards:justify-start">
      {number ? (
        <a
          href={messageLink('whatsapp', number, text)}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={words.of(words.channels.whatsapp, name)}
          onClick={() => note('whatsapp')}
          className={buttonStyle('secondary', 'max-md:grow')}
        >
          {words.channels.whatsapp}
        </a>
      ) : (
        <>
          <span className="text-muted text-sm">{words.noPhone}</span>
          <Button aria-label={words.of(words.channels.other, name)} onPress={() => note('other')} className="max-md:grow">
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
