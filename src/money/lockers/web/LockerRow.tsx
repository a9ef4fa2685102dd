import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { may } from '#contract/endpoint.ts'
import { PersonName } from '#people/users/web/PersonName.tsx'
import { useSession } from '#web/api/session.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { lockersApi } from '../lockers.contract.ts'
import { lockersEn } from '../lockers.en.ts'
import type { Locker } from '../lockers.shapes.contract.ts'
import { AssignScreen, EditScreen, HistoryScreen, TakeBackScreen } from './lockerScreens.ts'
import { useRemoveLocker } from './lockers.queries.ts'

type Opened = 'assign' | 'take-back' | 'history' | 'edit'

/** One locker: its number and who has it, key, room and fee, and what can be done. */
export const LockerRow = ({ locker }: { locker: Locker }) => {
  const words = useWords(lockersEn)
  const [opened, setOpened] = useState<Opened>()
  const { number, holder } = locker
  const close = () => setOpened(undefined)
  return (
    <li className="flex items-center gap-3 max-md:gap-1 border-line border-t py-2 first:border-t-0">
      <div className="min-w-0 flex-1">
        <Head locker={locker} />
        <Details locker={locker} />
      </div>
      <Button
        variant={holder ? 'quiet' : 'secondary'}
        className="max-md:px-2!"
        aria-label={holder ? words.takeBackOf(number) : words.assignTo(number)}
        onPress={() => setOpened(holder ? 'take-back' : 'assign')}
      >
        {holder ? words.takeBack : words.assign}
      </Button>
      <RowMenu locker={locker} onOpen={setOpened} />
      {opened === 'assign' && <Embed screen={AssignScreen} locker={locker} onClose={close} />}
      {opened === 'take-back' && holder && <Embed screen={TakeBackScreen} locker={locker} student={holder} onClose={close} />}
      {opened === 'history' && <Embed screen={HistoryScreen} locker={locker} onClose={close} />}
      {opened === 'edit' && <Embed screen={EditScreen} locker={locker} onClose={close} />}
    </li>
  )
}

const Head = ({ locker: { number, holder } }: { locker: Locker }) => {
  const words = useWords(lockersEn)
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span dir="auto" className="font-semibold tabular-nums wrap-anywhere">
        {number}
      </span>
      {holder ? (
        <>
          <span dir="auto" className="min-w-0 wrap-anywhere">
            <PersonName id={holder._id} name={holder.name} />
          </span>
          {holder.isEnded && <Badge tone="warning">{words.ended}</Badge>}
        </>
      ) : (
        <span className="text-success-text">{words.free}</span>
      )}
    </p>
  )
}

/** Phones leave out the fee of a taken locker, so that a row has two lines. */
const Details = ({ locker: { keyNumber, room, fee, since } }: { locker: Locker }) => {
  const words = useWords(lockersEn)
  const parts = [keyNumber === null ? '' : words.key(keyNumber), room?.name ?? '', since === null ? '' : words.since(since)]
  const known = parts.filter((part) => part !== '').join(' · ')
  const cost = fee === null ? words.noFee : words.fee(fee)
  return (
    <p dir="auto" className="text-muted text-sm tabular-nums wrap-anywhere">
      {known}
      <span className={since === null ? '' : 'max-md:hidden'}>{known === '' ? cost : ` · ${cost}`}</span>
    </p>
  )
}

const RowMenu = ({ locker: { _id, number, holder }, onOpen }: { locker: Locker; onOpen: (opened: Opened) => void }) => {
  const words = useWords(lockersEn)
  const me = useSession()?.user
  const remove = useRemoveLocker()
  const del = async () => {
    const { title, text, confirm: yes, done } = words.removal
    if (!(await confirm({ title: title(number), text: text(number), confirm: yes, isDanger: true }))) return
    remove.mutate({ params: { id: _id } }, { onSuccess: () => toast.success(done(number)) })
  }
  const history = { key: 'history', label: words.menu.history, onAction: () => onOpen('history') }
  const edit = { key: 'edit', label: words.menu.edit, onAction: () => onOpen('edit') }
  const removal = { key: 'remove', label: words.menu.remove, isDanger: true, onAction: () => void del() }
  const entries = [history, ...(may(lockersApi.update, me) ? [edit] : []), ...(may(lockersApi.remove, me) && !holder ? [removal] : [])]
  return (
    <Menu
      label={words.more(number)}
      entries={entries}
      trigger={
        <IconButton label={words.more(number)}>
          <Ellipsis />
        </IconButton>
      }
    />
  )
}
