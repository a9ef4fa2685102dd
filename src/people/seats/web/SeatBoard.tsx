import { Wrench } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { may } from '#contract/endpoint.ts'
import { useOpenPerson } from '#people/users/web/useOpenPerson.ts'
import { type SeatMapProps, useUserSlots } from '#people/users/web/userSlots.ts'
import { useHall } from '#system/customization/web/customization.queries.ts'
import { useSession } from '#web/api/session.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { useIsNarrow } from '#web/shell/useIsNarrow.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useTabs } from '#web/ui/useTabs.ts'
import { useWords } from '#web/words.ts'
import type { Seat } from '../seats.contract.ts'
import { seatsApi } from '../seats.contract.ts'
import { seatsEn } from '../seats.en.ts'
import { freeAtEn } from '../seats.freeAt.en.ts'
import { type FreeAt, useFreeAt } from './freeAt/useFreeAt.ts'
import { MovingBanner } from './MovingBanner.tsx'
import { RoomGrids } from './RoomGrids.tsx'
import { SeatLegend } from './SeatLegend.tsx'
import { SeatFigures, SeatToolbar } from './SeatToolbar.tsx'
import { FreeAtScreen, FreeSeatScreen, MoveScreen, OutagesScreen, SheetScreen } from './seatScreens.ts'
import { isFreePlace, placesOf, type SeatPlace, type ShownSeat } from './seats.ts'
import { useEarlyPress } from './useEarlyPress.ts'
import { useMoving } from './useMoving.ts'
import { useSeatView } from './useSeatView.ts'

type BoardProps = {
  seats: readonly ShownSeat[]
  /** False while only those who have a seat in the shown shift are loaded. */
  isWhole: boolean
}

/** The map with its toolbar and dialogs, and the effect of a press on a place. */
export const SeatBoard = ({ seats, isWhole, onFree, onPerson }: SeatMapProps & BoardProps) => {
  const words = useWords(seatsEn)
  const { laterHint } = useWords(freeAtEn)
  const view = useSeatView()
  const tabs = useTabs({ label: words.shown.label, keys: view.choices, chosen: view.shown, onChoose: view.show })
  const freeAt = useFreeAt()
  const moving = useMoving(view)
  const isNarrow = useIsNarrow()
  const [opened, setOpened] = useState<{ seat: Seat; place: SeatPlace }>()
  /** The seat whose outage is shown; `all` for all of them. */
  const [outages, setOutages] = useState<number | 'all'>()
  const openId = useOpenPerson().id
  const mayMove = may(seatsApi.exchange, useSession()?.user)
  const { dayPass } = useUserSlots()
  const sells = useHall().dayPassFee !== null && dayPass !== undefined
  const navigate = useNavigate()
  const shown = freeAt.tiles ?? view.tiles
  const listed = view.isFreeOnly
    ? seats.filter((seat) => (freeAt.tiles || !seat.outOfOrder) && placesOf(seat, shown).some(isFreePlace))
    : seats
  const { mover, press: seatMover, target } = moving

  const press = useCallback(
    (seat: Seat, place: SeatPlace) => {
      const { held, slot } = place
      if (mover) seatMover(seat, place)
      else if (held?.visitor) navigate(`/receipts/${held.visitor.paymentId}`)
      else if (held) onPerson(held.userId)
      else if (seat.outOfOrder) setOutages(seat.seatNumber)
      else if (mayMove || sells) setOpened({ seat, place })
      else onFree?.({ seatNumber: seat.seatNumber, slot })
    },
    [mover, seatMover, onPerson, mayMove, sells, navigate, onFree],
  )
  const { onPress, isHeld } = useEarlyPress({ seats, isWhole, shown }, press)

  return (
    <>
      <div className="flex min-w-0 flex-col gap-3">
        <SeatToolbar seats={seats} view={view} freeAt={freeAt} tabs={tabs} mayPrint={isWhole} onPerson={onPerson} />
        <FreeAtRow freeAt={freeAt} seats={seats} />
        <MovingBanner moving={moving} />
        <div {...(!freeAt.tiles && tabs.panel)} className={`flex min-w-0 flex-col gap-3 rounded-lg ${isHeld ? '**:cursor-progress' : ''}`}>
          {listed.length > 0 ? (
            <RoomGrids
              seats={listed}
              shown={shown}
              isFreeOnly={view.isFreeOnly}
              mover={mover}
              openId={openId}
              mayAdd={onFree !== undefined}
              onPress={onPress}
            />
          ) : (
            <EmptyState
              title={words.noneFree}
              hint={words.noneFreeHint}
              drawing="chair"
              action={<Button onPress={() => view.setFreeOnly(false)}>{words.showAll}</Button>}
            />
          )}
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            {isNarrow && <SeatFigures seats={seats} tiles={view.tiles} mayPrint={isWhole} onPerson={onPerson} />}
            <SeatLegend hasOutages={seats.some(({ outOfOrder }) => outOfOrder !== null)} />
            <p className="text-muted text-sm">{freeAt.isLater ? laterHint : words.hint}</p>
            <Button variant="quiet" icon={<Wrench />} onPress={() => setOutages('all')}>
              {words.states.out}
            </Button>
          </div>
        </div>
      </div>
      {isWhole && <Embed screen={SheetScreen} seats={seats} />}
      {outages !== undefined && (
        <Embed screen={OutagesScreen} seatNumber={outages === 'all' ? undefined : outages} onClose={() => setOutages(undefined)} />
      )}
      {mover && target && <Embed screen={MoveScreen} mover={mover} {...target} onClose={moving.dropTarget} onDone={moving.stop} />}
      {opened && onFree && <Embed screen={FreeSeatScreen} {...opened} onFree={onFree} onClose={() => setOpened(undefined)} />}
    </>
  )
}

/** Nothing until a time is chosen for which free seats are wanted. */
const FreeAtRow = ({ freeAt, seats }: { freeAt: FreeAt; seats: readonly ShownSeat[] }) =>
  freeAt.choice === undefined ? null : (
    <Embed
      screen={FreeAtScreen}
      instead={<div className="min-h-9 max-md:min-h-11" />}
      freeAt={freeAt}
      choice={freeAt.choice}
      seats={seats}
    />
  )
