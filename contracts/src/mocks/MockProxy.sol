// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice For tests and the local chain only. A proxy of the same shape as the one in front of USDC: its admin never
/// reaches the implementation, and both addresses are read from storage at each call, which is what makes it cost gas.
contract MockProxy {
    bytes32 private constant ADMIN = keccak256("stand-in.proxy.admin");
    bytes32 private constant IMPLEMENTATION = keccak256("stand-in.proxy.implementation");

    error AdminMayNotUseTheToken();

    /// @param implementation Where every call goes on.
    /// @param admin Who may not use the token; the stand-in knows no upgrade.
    constructor(address implementation, address admin) {
        bytes32 target = IMPLEMENTATION;
        bytes32 by = ADMIN;
        assembly ("memory-safe") {
            sstore(target, implementation)
            sstore(by, admin)
        }
    }

    fallback() external payable {
        bytes32 target = IMPLEMENTATION;
        bytes32 by = ADMIN;
        address admin;
        assembly ("memory-safe") {
            admin := sload(by)
        }
        if (msg.sender == admin) revert AdminMayNotUseTheToken();
        assembly {
            calldatacopy(0, 0, calldatasize())
            let done := delegatecall(gas(), sload(target), 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch done
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}
