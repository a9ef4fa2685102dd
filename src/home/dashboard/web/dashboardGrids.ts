/* Grids of the staff dashboard, which its skeleton has too. */

/** Side by side where there is room, and one list on a phone. The skeleton uses the same grid. */
export const todayGrid =
  'flex gap-4 md:flex-wrap max-md:flex-col max-md:gap-0 max-md:divide-y max-md:divide-line max-md:rounded-lg max-md:border max-md:border-line max-md:bg-surface'
export const todayPlace = 'md:min-h-27 md:grow md:basis-[8rem] max-md:min-h-11'

/** Shows one, two or four columns, depending on the space in the `@container`. */
export const figuresGrid = 'grid gap-4 @min-[18rem]:grid-cols-2 @min-[40rem]:grid-cols-4'
