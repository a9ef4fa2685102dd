import type { CustomizationTable } from '#server/db/tables/system.ts'
import { defaultLanding, type Landing, type LandingFigure } from '../customization.settings.contract.ts'

/** The landing page as stored: with hidden figures, and whether its figures were confirmed. */
type StoredLanding = Omit<Landing, 'figures'> & { figures: LandingFigure[]; figuresAreTrue: boolean }

const isHidden = (figure: Partial<LandingFigure>): boolean => figure.hidden === true

/** Merges the stored values over the defaults, which apply to settings newer than the row. */
export const storedLandingOf = ({ landing }: Pick<CustomizationTable, 'landing'>): StoredLanding => {
  const { figures, ...stored } = { ...defaultLanding, ...(landing === null ? {} : JSON.parse(landing)) } as Landing
  return { figuresAreTrue: false, ...stored, figures: figures.map((figure) => ({ ...figure, hidden: isHidden(figure) })) }
}

export const shownFigures = (figures: readonly LandingFigure[]): Landing['figures'] =>
  figures.filter(({ hidden }) => !hidden).map(({ value, label }) => ({ value, label }))

/** Returns the public landing page. */
export const landingOf = (row: Pick<CustomizationTable, 'landing'>): Landing => {
  const { figuresAreTrue: _, figures, ...landing } = storedLandingOf(row)
  return { ...landing, figures: shownFigures(figures) }
}

const asSpecified = JSON.stringify(defaultLanding.figures)

/** Returns whether the figures still await confirmation: not if all are changed or hidden, or after the question was answered. */
export const isFiguresQuestionOpen = ({ figures, figuresAreTrue }: StoredLanding): boolean =>
  !figuresAreTrue &&
  figures.some(({ hidden }) => !hidden) &&
  JSON.stringify(figures.map(({ value, label }) => ({ value, label }))) === asSpecified
