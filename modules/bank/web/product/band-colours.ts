/** How near a line is to its bounds: names of the theme's tags, and fills of a chart, which knows no theme. */
export const bandColour = { within: 'green', warn: 'gold', call: 'orange', stop: 'red' } as const;
export const bandFill = { within: '#52c41a', warn: '#faad14', call: '#fa8c16', stop: '#f5222d' } as const;
