import type { ColorName } from '#contract/theme/palette.ts'
import { customizationLimits } from './customization.limits.ts'

/** The words of the section Themes. */
export const themesEn = {
  predefined: 'Predefined themes',
  custom: 'Custom themes',
  customCount: (n: number) => `${n} of ${customizationLimits.customThemes}`,
  noCustom: { title: 'No custom themes yet', hint: 'Make one with the colors of your hall.' },
  add: 'New theme',
  full: `There can be at most ${customizationLimits.customThemes} custom themes. Delete one to make room.`,
  active: 'Active',
  isActive: (name: string) => `${name} is active`,
  selected: (name: string) => `${name} is selected`,
  selectedHint: 'Nothing changes until you apply it. Then everybody sees it at once.',
  apply: 'Apply Theme',
  applying: 'Applying…',
  cancel: 'Cancel',
  applied: (name: string) => `Theme "${name}" is active.`,
  by: (name: string) => `By ${name}`,
  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Delete ${name}`,
  removal: {
    title: 'Delete theme',
    text: (name: string, isActive: boolean, fallback: string) =>
      isActive
        ? `Are you sure you want to delete "${name}"? It is active: everybody will see "${fallback}" instead.`
        : `Are you sure you want to delete "${name}"?`,
    confirm: 'Delete',
    done: (name: string) => `Theme "${name}" was deleted.`,
  },
  form: {
    createTitle: 'New theme',
    editTitle: (name: string) => `Edit ${name}`,
    name: 'Theme name',
    nameRequired: 'Theme name is required',
    colors: 'Colors',
    picker: (color: string) => `${color}: color picker`,
    save: 'Save theme',
    saving: 'Saving…',
    created: (name: string) => `Theme "${name}" was created.`,
    saved: (name: string) => `Theme "${name}" was saved.`,
    contrast: (ratio: string) =>
      `Text on background has a contrast of ${ratio}:1, which many people cannot read. 4.5:1 or more is readable. A readable shade is shown instead.`,
    preview: 'Preview',
  },
  colors: {
    primary: 'Primary',
    secondary: 'Secondary',
    accent: 'Accent',
    background: 'Background',
    surface: 'Surface',
    text: 'Text',
    textSecondary: 'Secondary text',
    border: 'Border',
    success: 'Success',
    warning: 'Warning',
    error: 'Error',
    info: 'Info',
  } satisfies Record<ColorName, string>,
  preview: {
    light: 'Normal',
    dark: 'Dark mode',
    menu: ['Dashboard', 'Documents', 'Notices'],
    heading: 'Documents',
    text: 'What is new in your hall',
    book: 'Light and Waves',
    shelf: 'Science > Physics',
    badges: { success: 'Paid', warning: 'Expires soon', error: 'Expired', info: 'New' },
    search: 'Search documents',
    primary: 'View',
    secondary: 'Cancel',
  },
}
