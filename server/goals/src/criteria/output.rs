//! Output coverage (OC): takes the flow of a file, gives the kinds of values that each method may return, by its
//! return type.

use goalline_flow::FileFlow;

use crate::{Target, goal::FoundGoal, outputs};

pub(super) fn goals(flow: &FileFlow) -> Vec<FoundGoal> {
    let callables = flow.methods.iter().filter(|method| method.is_callable);
    let of_method = |method| {
        outputs(flow, method)
            .into_iter()
            .zip(0..)
            .map(move |(output, order)| FoundGoal {
                detail: format!(":{}", output.name(flow, method)),
                order,
                ..FoundGoal::of_method(method, Target::Output(method.id, output))
            })
    };
    callables.flat_map(of_method).collect()
}
