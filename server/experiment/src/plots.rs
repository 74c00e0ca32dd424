//! Plots as SVG text: takes series of numbers, gives pictures that stand in a page without anything else.

use plotters::{
    coord::ranged1d::{IntoSegmentedCoord, SegmentValue},
    element::{Boxplot, PathElement},
    prelude::{ChartBuilder, IntoDrawingArea, Palette, Palette99, Quartiles, SVGBackend},
    series::LineSeries,
    style::{Color, WHITE},
};

/// Width and height of a plot, in pixels.
const SIZE: (u32, u32) = (720, 300);

/// A line: its name and its points, by the part of the budget.
pub(crate) struct Line {
    pub name: String,
    pub points: Vec<(f64, f64)>,
}

/// Coverage from 0 to 1 over the budget from 0 to `end`.
pub(crate) fn lines(lines: &[Line], end: f64, unit: &str) -> String {
    let mut svg = String::new();
    draw_lines(&mut svg, lines, end, unit).expect("drawing into memory cannot fail");
    svg
}

fn draw_lines(
    svg: &mut String,
    lines: &[Line],
    end: f64,
    unit: &str,
) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
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
        let style = Palette99::pick(at).stroke_width(2);
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

/// Samples beside each other, with quartiles and whiskers.
pub(crate) fn boxes(samples: &[Sample]) -> String {
    let mut svg = String::new();
    draw_boxes(&mut svg, samples).expect("drawing into memory cannot fail");
    svg
}

fn draw_boxes(svg: &mut String, samples: &[Sample]) -> Result<(), Box<dyn std::error::Error>> {
    let names: Vec<&str> = samples.iter().map(|sample| sample.name.as_str()).collect();
    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(10)
        .x_label_area_size(36)
        .y_label_area_size(44)
        .build_cartesian_2d(names[..].into_segmented(), 0.0_f32..1.0)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_label_formatter(&|place| match place {
            SegmentValue::CenterOf(name) => (*name).to_string(),
            SegmentValue::Exact(_) | SegmentValue::Last => String::new(),
        })
        .light_line_style(WHITE)
        .y_desc("coverage")
        .draw()?;
    for (at, sample) in samples.iter().enumerate() {
        let quartiles = Quartiles::new(&sample.values);
        let plot = Boxplot::new_vertical(SegmentValue::CenterOf(&names[at]), &quartiles)
            .width(28)
            .style(Palette99::pick(at).stroke_width(2));
        chart.draw_series([plot])?;
    }
    drop(chart);
    root.present()?;
    Ok(())
}
