import type { SeatState } from './seats.ts'

type Look = {
  /** The line and the fill of a whole tile. */
  tile: string
  /** The same of a half, which is drawn. */
  shape: string
}

/** Each state has a line of its own and words in addition to its color. */
export const seatLooks = {
  free: {
    tile: 'border border-dashed border-seat-free bg-seat-floor text-seat-free hover:bg-surface',
    shape: 'fill-seat-floor stroke-seat-free [stroke-dasharray:3_2] group-hover:fill-surface',
  },
  taken: {
    tile: 'border border-line bg-seat-taken text-ink hover:border-primary-text',
    shape: 'fill-seat-taken stroke-line group-hover:stroke-primary-text',
  },
  ending: {
    tile: 'border-2 border-warning-text bg-seat-ending text-ink hover:border-ink',
    shape: 'fill-seat-ending stroke-warning-text stroke-2 group-hover:stroke-ink',
  },
  kept: {
    tile: 'border-2 border-dotted border-error-text bg-seat-ended text-ink hover:border-ink',
    shape: 'fill-seat-ended stroke-error-text stroke-2 [stroke-dasharray:2_3] group-hover:stroke-ink',
  },
} as const satisfies Record<SeatState, Look>

/** A seat that is out of order and that nobody has. */
export const outLook: Look = {
  tile: 'border-2 border-double border-line-strong bg-tint text-muted hover:border-ink',
  shape: 'fill-tint stroke-line-strong [stroke-dasharray:1_3] group-hover:stroke-ink',
}

/** A seat that is not free at the time that was asked for: its number on the floor. */
export const dimmedLook: Look = { tile: 'border border-transparent bg-seat-floor text-seat-row hover:border-seat-row', shape: '' }

/** In rem, so that larger text has larger tiles. Halves are taller on touch, where each is a target. */
const tileSize = {
  one: 'h-[3.5rem] w-[5.5rem] max-md:h-[3rem] max-md:w-[4rem]',
  both: 'h-[3.5rem] w-[5.5rem] max-md:h-[6rem] max-md:w-[4rem] md:pointer-coarse:h-[6rem]',
}

export const tileSizeFor = (shown: readonly unknown[] | object): string =>
  Array.isArray(shown) && shown.length > 1 ? tileSize.both : tileSize.one

/** A row of seats: its letter, and two blocks with an aisle, below each other where only one fits. */
export const rowLook =
  'relative flex flex-wrap gap-1.5 pl-7 [contain-intrinsic-size:auto_3.5rem] [content-visibility:auto] max-md:[contain-intrinsic-size:auto_8rem] max-md:gap-0.5 max-md:pl-0 max-md:pb-1'
export const blocksLook = 'max-w-[30.75rem] max-md:max-w-[20.5rem] @min-[64rem]:max-w-none'

/** The floor of the hall. On a phone it reaches the edges of the screen. */
export const floorLook =
  'flow-root max-w-full rounded-xl bg-seat-floor px-2 pt-2 max-md:rounded-none max-md:px-4 max-md:pt-1 md:w-fit md:pr-3'

/** The first seat of the second block. */
export const aisleLook = '@min-[64rem]:ml-6'
