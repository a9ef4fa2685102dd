import { Check } from 'lucide-react'
import { useState } from 'react'
import { today } from '#web/api/timeZone.ts'
import { Button } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { roomsApi } from '../rooms.contract.ts'
import { roomsEn } from '../rooms.en.ts'
import type { Rooms } from '../rooms.shapes.contract.ts'
import { useEndOutage, useRooms, useStartOutage } from './rooms.queries.ts'
import { nameIn, numberOf } from './roomsOf.ts'

export type OutagesProps = {
  /** The seat whose number is filled in. */
  seatNumber?: number | undefined
  onClose: () => void
}

/** The seats that are or will be out of order, and a form that marks another one. */
export const OutagesDialog = ({ seatNumber, onClose }: OutagesProps) => {
  const words = useWords(roomsEn).outages
  const start = useStartOutage()
  const rooms = useRooms()
  const seats = rooms.data?.seats ?? []
  const [typed, setTyped] = useState<string>()
  const form = useForm(roomsApi.startOutage, {
    initial: { seatNumber: seatNumber === undefined ? '' : String(seatNumber), from: today(), to: '', reason: '' },
    numbers: ['seatNumber'],
    send: ({ body }) => start.mutateAsync({ body }),
    failure: words.failed,
    onDone: () => {
      toast.success(words.started(nameIn(seats, Number(form.values.seatNumber))))
      onClose()
    },
  })
  return (
    <FormDialog title={words.title} isOpen onClose={onClose} form={form} submit={words.save} submitting={words.saving}>
      <p className="text-muted text-sm">{words.about}</p>
      <Loaded of={rooms} skeleton={<ListSkeleton rows={1} />} failed={words.failed}>
        {(rooms) => <List rooms={rooms} />}
      </Loaded>
      <h3 className="font-semibold">{words.add}</h3>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label={words.number}
          isRequired
          inputMode={seats.some(({ label }) => label !== null) ? 'text' : 'numeric'}
          autoComplete="off"
          {...form.field('seatNumber')}
          value={typed ?? (seatNumber === undefined ? '' : nameIn(seats, seatNumber))}
          onChange={(text) => {
            setTyped(text)
            form.set('seatNumber', numberOf(seats, text))
          }}
        />
        <TextField label={words.reason} isRequired autoComplete="off" {...form.field('reason')} />
        <DateField label={words.from} isRequired {...form.field('from')} />
        <DateField label={words.to} hint={words.toHint} {...form.field('to')} />
      </div>
    </FormDialog>
  )
}

const List = ({ rooms: { outages, seats } }: { rooms: Rooms }) => {
  const words = useWords(roomsEn).outages
  const end = useEndOutage()
  if (outages.length === 0) return <p>{words.none}</p>
  return (
    <ul aria-label={words.list}>
      {outages.map(({ _id, seatNumber, from, to, reason, createdBy }) => {
        const name = nameIn(seats, seatNumber)
        const works = () => end.mutate({ params: { id: _id } }, { onSuccess: () => toast.success(words.ended(name)) })
        return (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t py-2 first:border-t-0">
            <div className="min-w-0 grow-[999] basis-[12rem]">
              <p className="font-medium wrap-anywhere">
                {words.seat(name)} · {words.days(from, to)}
              </p>
              <p dir="auto" className="text-sm wrap-anywhere">
                {reason}
              </p>
              {createdBy !== null && (
                <p dir="auto" className="text-muted text-sm wrap-anywhere">
                  {words.by(createdBy)}
                </p>
              )}
            </div>
            <Button icon={<Check />} aria-label={words.endOf(name)} onPress={works}>
              {words.end}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
