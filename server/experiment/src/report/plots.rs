//! Plots as SVG text: takes series of numbers, gives pictures that stand in a page without anything else.

use plotters::{
    coord::ranged1d::{IntoSegmentedCoord, SegmentValue},
    element::{Boxplot, PathElement},
    prelude::{ChartBuilder, IntoDrawingArea, Palette, Palette99, Quartiles, SVGBackend},
    series::LineSeries,
    style::{Color, RGBColor, WHITE},
};

/// Width and height of a plot, in pixels, at least.
const SIZE: (u32, u32) = (720, 300);

/// Pixels across that the boxes have beside the longest name, at least.
const BOXES: u32 = 400;

/// Pixels of a box across, and at least between two.
const BOX_WIDTH: u32 = 14;
const BOX_GAP: u32 = 8;

/// All boxes have one colour: their names stand beside them.
const BOX_COLOUR: RGBColor = RGBColor(43, 92, 138);

/// Pixels above and below the boxes: the margins, and the axis with its name.
const AXIS: u32 = 60;

/// Pixels of a row of a legend.
const LEGEND_ROW: u32 = 20;

/// Pixels beside a name, and of a letter of it.
const NAME_MARGIN: u32 = 12;
const LETTER: u32 = 7;

/// Pixels of a letter from top to bottom.
const LETTER_HEIGHT: u32 = 12;

/// A line: its name and its points, by the part of the budget.
pub(crate) struct PlotLine {
    pub name: String,
    pub points: Vec<(f64, f64)>,
}

/// Coverage from 0 to 1 over the budget from 0 to `end`.
pub(crate) fn lines(lines: &[PlotLine], end: f64, unit: &str) -> String {
    let mut svg = String::new();
    draw_lines(&mut svg, lines, end, unit).expect("drawing into memory cannot fail");
    svg
}

fn draw_lines(
    svg: &mut String,
    lines: &[PlotLine],
    end: f64,
    unit: &str,
) -> Result<(), Box<dyn std::error::Error>> {
    let height = SIZE.1.max(lines.len() as u32 * LEGEND_ROW + AXIS);
    let root = SVGBackend::with_string(svg, (SIZE.0, height)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(10)
        .x_label_area_size(36)
        .y_label_area_size(44)
        .build_cartesian_2d(0.0..end.max(f64::MIN_POSITIVE), 0.0..1.0)?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .x_desc(unit)
        .y_desc("coverage of what is sought")
        .draw()?;
    for (at, line) in lines.iter().enumerate() {
        // Where the colours begin again, lines are thicker and paler.
        let round = at / Palette99::COLORS.len();
        let style = Palette99::pick(at)
            .mix(1.0 / (1 + round) as f64)
            .stroke_width(2 + 2 * round as u32);
        chart
            .draw_series(LineSeries::new(line.points.iter().copied(), style))?
            .label(line.name.as_str())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], style));
    }
    chart
        .configure_series_labels()
        .position(plotters::chart::SeriesLabelPosition::LowerRight)
        .background_style(WHITE.mix(0.8))
        .draw()?;
    drop(chart);
    root.present()?;
    Ok(())
}

/// A box: its name and its sample, from 0 to 1.
pub(crate) struct Sample {
    pub name: String,
    /// At least one.
    pub values: Vec<f64>,
}

/// Samples below each other, with quartiles and whiskers, the first on top; the picture is as high, and as wide
/// beside the names, as they need.
pub(crate) fn boxes(samples: &[Sample]) -> String {
    let mut svg = String::new();
    draw_boxes(&mut svg, samples).expect("drawing into memory cannot fail");
    svg
}

fn draw_boxes(svg: &mut String, samples: &[Sample]) -> Result<(), Box<dyn std::error::Error>> {
    // The axis grows upwards, and has at least two places: the library draws one outside of the picture.
    let top = (samples.len() as u32).saturating_sub(1).max(1);
    let height = (top + 1) * (BOX_WIDTH + BOX_GAP) + AXIS;
    let longest = samples.iter().map(|it| it.name.chars().count()).max();
    let names = NAME_MARGIN + LETTER * longest.unwrap_or_default() as u32;
    let width = SIZE.0.max(names + BOXES);
    let root = SVGBackend::with_string(svg, (width, height)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(10)
        .x_label_area_size(36)
        .y_label_area_size(names)
        .build_cartesian_2d(0.0_f32..1.0, (0_u32..top).into_segmented())?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .max_light_lines(1)
        .label_style(("sans-serif", LETTER_HEIGHT))
        .axis_desc_style(("sans-serif", LETTER_HEIGHT))
        .y_labels(samples.len())
        .y_label_formatter(&|place| match place {
            SegmentValue::CenterOf(at) => name_at(samples, top - at),
            SegmentValue::Exact(_) | SegmentValue::Last => String::new(),
        })
        .light_line_style(WHITE)
        .x_desc("coverage")
        .draw()?;
    for (at, sample) in samples.iter().enumerate() {
        let quartiles = Quartiles::new(&sample.values);
        let place = SegmentValue::CenterOf(top - at as u32);
        let plot = Boxplot::new_horizontal(place, &quartiles)
            .width(BOX_WIDTH)
            .style(BOX_COLOUR.stroke_width(2));
        chart.draw_series([plot])?;
    }
    drop(chart);
    root.present()?;
    Ok(())
}

/// The name of this one of the samples, where there is one.
fn name_at(samples: &[Sample], at: u32) -> String {
    samples
        .get(at as usize)
        .map_or_else(String::new, |sample| sample.name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_lines_look_alike_where_there_are_more_than_colours() {
        let series: Vec<PlotLine> = (0..39)
            .map(|at| PlotLine {
                name: format!("dynamosa{at}"),
                points: vec![(0.0, 0.0), (1.0, 0.5)],
            })
            .collect();
        let svg = lines(&series, 1.0, "tests");
        let strokes = svg
            .lines()
            .filter(|it| it.starts_with("<polyline"))
            .map(|it| {
                let at = it.find("stroke=").expect("a line is drawn");
                it[at..].split(" points").next().unwrap_or_default()
            });
        let mut different: Vec<&str> = strokes.collect();
        different.sort_unstable();
        different.dedup();
        assert!(different.len() >= series.len(), "{}", different.len());
    }

    #[test]
    fn a_long_name_leaves_the_boxes_their_room() {
        let name = "default/choice=uniform/".repeat(8);
        let svg = boxes(&[Sample {
            name,
            values: vec![0.25, 0.5, 0.75],
        }]);
        let width = svg.split("width=\"").nth(1);
        let width = width.and_then(|it| it.split('"').next()?.parse::<u32>().ok());
        assert!(width.expect("a number") > 8 * 23 * LETTER + BOXES);
    }

    #[test]
    fn every_box_has_its_name_and_room_for_itself_however_many_there_are() {
        for count in [1, 3, 39] {
            let samples: Vec<Sample> = (0..count)
                .map(|at| Sample {
                    name: format!("dynamosa{at}@representatives"),
                    values: vec![0.25, 0.5, 0.75],
                })
                .collect();
            let svg = boxes(&samples);
            for sample in &samples {
                assert_eq!(svg.matches(&sample.name).count(), 1, "{}", sample.name);
            }
            // The boxes are the only rectangles of their height.
            let is_box = |it: &&str| it.contains(&format!(" height=\"{BOX_WIDTH}\""));
            let mut tops: Vec<i64> = svg
                .lines()
                .filter(is_box)
                .map(|it| {
                    let top = it.split(" y=\"").nth(1).and_then(|it| it.split('"').next());
                    top.and_then(|it| it.parse().ok()).expect("a number")
                })
                .collect();
            tops.sort_unstable();
            assert_eq!(tops.len(), count);
            assert!(
                tops.windows(2)
                    .all(|it| it[1] - it[0] > i64::from(BOX_WIDTH))
            );
        }
    }
}
