import { BarChart, HeatmapChart, LineChart, PieChart, ScatterChart, SunburstChart, TreemapChart } from 'echarts/charts';
import {
  AriaComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components';
import { init, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { CanvasRenderer } from 'echarts/renderers';

// Only what our charts draw with: the whole library is four times as heavy.
use([
  BarChart,
  LineChart,
  PieChart,
  HeatmapChart,
  ScatterChart,
  SunburstChart,
  TreemapChart,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  VisualMapComponent,
  TooltipComponent,
  AriaComponent,
  LabelLayout,
  CanvasRenderer,
]);

export { init };
