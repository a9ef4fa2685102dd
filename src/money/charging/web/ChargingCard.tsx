import { type ReactNode, useState } from 'react'
import { useHall } from '#system/customization/web/customization.queries.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { TextLink } from '#web/ui/TextLink.tsx'
import { useWords } from '#web/words.ts'
import type { ChargingRun, ChargingState } from '../charging.contract.ts'
import { chargingEn } from '../charging.en.ts'
import { useConfirmFee, useSetCharging, useUndoCharging } from './charging.queries.ts'
import { UnchargedScreen } from './chargingScreens.ts'

/** Shows what was and will be charged automatically, and who is skipped and why, each with the press that repairs it. */
export const ChargingCard = ({ of: { isOn, next, lastRun, skipped } }: { of: ChargingState }) => {
  const words = useWords(chargingEn)
  const upcoming = next && ([next.from, next.to, next.fees, next.amount] as const)
  return (
    <Card title={words.title}>
      <ul className="-my-2 divide-y divide-line tabular-nums">
        {isOn ? (
          <Line>{upcoming ? words.next(...upcoming) : words.nothingNext}</Line>
        ) : (
          <Line action={<TurnOn />}>
            {words.off} {upcoming ? words.nextIfOn(...upcoming) : words.nothingIfOn}
          </Line>
        )}
        {lastRun && <LastRun run={lastRun} />}
        {skipped.feeNotConfirmed > 0 && <FeeNotConfirmed students={skipped.feeNotConfirmed} />}
        {skipped.noJoiningDate > 0 && <Line action={<ShowUncharged />}>{words.noJoiningDate(skipped.noJoiningDate)}</Line>}
      </ul>
    </Card>
  )
}

const Line = ({ action, children }: { action?: ReactNode; children: ReactNode }) => (
  <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
    <span className="min-w-0 flex-1 basis-60 wrap-anywhere">{children}</span>
    {action}
  </li>
)

const TurnOn = () => {
  const words = useWords(chargingEn)
  const set = useSetCharging()
  return (
    <Button isPending={set.isPending} pendingText={words.turningOn} onPress={() => set.mutate({ body: { isOn: true } })}>
      {words.turnOn}
    </Button>
  )
}

const LastRun = ({ run: { _id, day, fees, amount, undone } }: { run: ChargingRun }) => {
  const words = useWords(chargingEn)
  const undo = useUndoCharging()
  if (undone) return <Line>{words.undone(day, undone.withdrawn, undone.by)}</Line>
  const ask = async () => {
    const { title, text, confirm: yes } = words.askUndo
    if (await confirm({ title, text: text(fees, amount), confirm: yes, isDanger: true })) undo.mutate({ params: { id: _id } })
  }
  return (
    <Line
      action={
        <Button isPending={undo.isPending} pendingText={words.undoing} onPress={() => void ask()}>
          {words.undo}
        </Button>
      }
    >
      {words.charged(day, fees, amount)}
    </Line>
  )
}

const FeeNotConfirmed = ({ students }: { students: number }) => {
  const words = useWords(chargingEn)
  const { monthlyFee } = useHall()
  const save = useConfirmFee()
  return (
    <Line
      action={
        <span className="flex flex-wrap items-center gap-4">
          <TextLink to="/customization?tab=hall">{words.changeFee}</TextLink>
          <Button isPending={save.isPending} onPress={() => save.mutate({ body: { monthlyFee } })}>
            {words.confirmFee(monthlyFee)}
          </Button>
        </span>
      }
    >
      {words.feeNotConfirmed(students, monthlyFee)}
    </Line>
  )
}

const ShowUncharged = () => {
  const words = useWords(chargingEn)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>{words.showUncharged}</Button>
      {isOpen && <Embed screen={UnchargedScreen} onClose={() => setOpen(false)} />}
    </>
  )
}
