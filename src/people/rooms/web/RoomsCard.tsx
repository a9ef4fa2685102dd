import { ArrowDown, ArrowUp, LayoutGrid, Pencil, Plus, Tags, Trash2, Wrench } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { may } from '#contract/endpoint.ts'
import { useHall } from '#system/customization/web/customization.queries.ts'
import { useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { isSettled, Loaded } from '#web/ui/Loaded.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { roomsApi } from '../rooms.contract.ts'
import { roomsEn } from '../rooms.en.ts'
import type { Room, Rooms } from '../rooms.shapes.contract.ts'
import { OutagesDialog } from './OutagesDialog.tsx'
import { PlanDialog } from './plan/PlanDialog.tsx'
import { RoomDialog } from './RoomDialog.tsx'
import { useRemoveRoom, useReorderRooms, useRooms } from './rooms.queries.ts'
import { rangesOf, seatsIn } from './roomsOf.ts'
import { SeatsDialog } from './SeatsDialog.tsx'

type Opened = { kind: 'new' | 'seats' | 'outages' } | { kind: 'edit' | 'plan'; room: Room }

type Below = { /** Drawn below the card once the list of rooms has its height, so that it does not move. */ children?: ReactNode }

/** The rooms of the hall, and the labels and tags of its seats. */
export const RoomsCard = ({ children }: Below) =>
  may(roomsApi.create, useSession()?.user) ? <OwnersCard>{children}</OwnersCard> : children

const OwnersCard = ({ children }: Below) => {
  const words = useWords(roomsEn)
  const rooms = useRooms()
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  return (
    <>
      <Card
        title={words.title}
        className="max-w-2xl"
        action={
          <Button icon={<Plus />} onPress={() => setOpened({ kind: 'new' })}>
            {words.add}
          </Button>
        }
      >
        <p className="mb-2 text-muted text-sm">{words.about}</p>
        <Loaded of={rooms} skeleton={<ListSkeleton rows={2} />} failed={words.loadFailed}>
          {(found) => (
            <>
              <List rooms={found} onOpen={setOpened} />
              <Dialogs opened={opened} rooms={found} onClose={close} />
            </>
          )}
        </Loaded>
        {isSettled(rooms) && (
          <div className="mt-4 flex flex-wrap gap-2">
            <Button icon={<Tags />} onPress={() => setOpened({ kind: 'seats' })}>
              {words.setSeats}
            </Button>
            <Button icon={<Wrench />} onPress={() => setOpened({ kind: 'outages' })}>
              {words.outages.open}
            </Button>
          </div>
        )}
      </Card>
      {isSettled(rooms) && children}
    </>
  )
}

const Dialogs = ({ opened, rooms, onClose }: { opened: Opened | undefined; rooms: Rooms; onClose: () => void }) => {
  const { seats } = useHall()
  if (!opened) return null
  if (opened.kind === 'seats') return <SeatsDialog rooms={rooms.rooms} seats={seats} onClose={onClose} />
  if (opened.kind === 'outages') return <OutagesDialog onClose={onClose} />
  if (opened.kind === 'plan') return <PlanDialog room={opened.room} seats={seatsIn(rooms, opened.room._id)} onClose={onClose} />
  return <RoomDialog room={opened.kind === 'edit' ? opened.room : undefined} onClose={onClose} />
}

type ListProps = { rooms: Rooms; onOpen: (opened: Opened) => void }

const List = ({ rooms, onOpen }: ListProps) => {
  const words = useWords(roomsEn)
  const { seats } = useHall()
  const free = seats - rooms.seats.filter(({ roomId }) => roomId !== null).length
  if (rooms.rooms.length === 0) return null
  return (
    <>
      <ul aria-label={words.list}>
        {rooms.rooms.map((room, at) => (
          <li key={room._id} className="border-line border-t first:border-t-0">
            <Row room={room} at={at} rooms={rooms} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {free > 0 && <p className="border-line border-t pt-2 text-muted text-sm">{words.inNoRoom(free)}</p>}
    </>
  )
}

/** Deletes a room after a question, or moves it up or down. */
const useRowActions = ({ _id, name }: Room, all: readonly Room[]) => {
  const words = useWords(roomsEn)
  const remove = useRemoveRoom()
  const reorder = useReorderRooms()
  const del = async () => {
    const { title, text, confirm: yes, done } = words.deletion
    if (!(await confirm({ title: title(name), text: text(name), confirm: yes, isDanger: true }))) return
    remove.mutate({ params: { id: _id } }, { onSuccess: () => toast.success(done(name)) })
  }
  const move = (by: 1 | -1) => {
    const ids = all.map((room) => room._id)
    const at = ids.indexOf(_id)
    ids.splice(at, 1)
    ids.splice(at + by, 0, _id)
    reorder.mutate({ body: { ids } })
  }
  return { del: () => void del(), move }
}

const Row = ({ room, at, rooms, onOpen }: ListProps & { room: Room; at: number }) => {
  const words = useWords(roomsEn)
  const { name, floor } = room
  const { del, move } = useRowActions(room, rooms.rooms)
  const own = seatsIn(rooms, room._id)
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-4">
      <div className="min-w-0 grow-[999] basis-[14rem] py-2">
        <p dir="auto" className="font-medium wrap-anywhere">
          {name}
        </p>
        <p dir="auto" className="text-muted text-sm wrap-anywhere">
          {words.facts(floor, own.length, rangesOf(own))}
        </p>
      </div>
      <div className="flex">
        <IconButton label={words.up(name)} onPress={() => move(-1)} isDisabled={at === 0}>
          <ArrowUp />
        </IconButton>
        <IconButton label={words.down(name)} onPress={() => move(1)} isDisabled={at === rooms.rooms.length - 1}>
          <ArrowDown />
        </IconButton>
        <IconButton label={words.plan(name)} onPress={() => onOpen({ kind: 'plan', room })}>
          <LayoutGrid />
        </IconButton>
        <IconButton label={words.edit(name)} onPress={() => onOpen({ kind: 'edit', room })}>
          <Pencil />
        </IconButton>
        <IconButton label={words.remove(name)} tone="danger" onPress={del}>
          <Trash2 />
        </IconButton>
      </div>
    </div>
  )
}
