import type { Palette } from './palette.ts'

export type PredefinedTheme = { readonly _id: string; readonly name: string; readonly colors: Palette }

/** The looks of a quiet reading room. Their seven hues reach 4.5:1 on their own grounds, before anything is derived. */
export const looks: readonly PredefinedTheme[] = [
  {
    _id: 'paper',
    name: 'Paper',
    colors: {
      primary: '#1F4B8F',
      secondary: '#14305C',
      accent: '#8A5A12',
      background: '#FAF7F1',
      surface: '#FFFFFF',
      text: '#1F1B16',
      textSecondary: '#6A6156',
      border: '#E6DFD3',
      success: '#2C6A41',
      warning: '#8A5A0B',
      error: '#A8321F',
      info: '#2F6280',
    },
  },
  {
    _id: 'ink',
    name: 'Ink',
    colors: {
      primary: '#8DB2F5',
      secondary: '#A9B7CC',
      accent: '#E3B873',
      background: '#101317',
      surface: '#171B21',
      text: '#ECE9E3',
      textSecondary: '#9BA1A9',
      border: '#262C34',
      success: '#7FC79A',
      warning: '#E5B567',
      error: '#F0938A',
      info: '#86C3D9',
    },
  },
  {
    _id: 'neem',
    name: 'Neem',
    colors: {
      primary: '#24613C',
      secondary: '#143D25',
      accent: '#8A5A0F',
      background: '#F6F8F4',
      surface: '#FFFFFF',
      text: '#18201A',
      textSecondary: '#5C665E',
      border: '#DDE5DC',
      success: '#2B6B33',
      warning: '#85590A',
      error: '#A3331F',
      info: '#2C6372',
    },
  },
  {
    _id: 'terracotta',
    name: 'Terracotta',
    colors: {
      primary: '#9A3D1E',
      secondary: '#5F2413',
      accent: '#1F6660',
      background: '#FBF6F2',
      surface: '#FFFFFF',
      text: '#231A16',
      textSecondary: '#6B5F58',
      border: '#EADDD3',
      success: '#3A6A35',
      warning: '#85590C',
      error: '#B0202C',
      info: '#2F5F7A',
    },
  },
]
